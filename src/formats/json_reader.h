/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

#include <cJSON.h>

/*
 * Reads the JSON documents of an input, one after another, and their values.
 *
 * Usage, in the `read` of a format whose state is a struct json_reader:
 *
 *     struct json_reader *json = builder->reader->state;
 *     if (!json_next(json, builder))
 *             return;
 *     const cJSON *doors = json_member(json, json->document, "doors");
 *     json_each (json, item, "doors", doors)
 *             pass json_member_number(json, item, "x") to the builder
 *
 * json_reader_free is the `free_reader_state` of the format. The functions for values check what a
 * value is, and refuse the map if it cannot be used. All values belong to the document.
 */
struct json_reader {
	struct builder *builder;
	cJSON *document; /* the current document; owns the strings of the map's recipe */
	uint64_t byte;   /* place of the next byte in its line, starting at 1 */
};

/*
 * Starts a map and frees the current document. The caller may set json->document to a new one.
 * Keeps the builder.
 */
void json_start(struct json_reader *json, struct builder *builder);

/*
 * Starts a map, frees the current document, and parses the next one, which must be an object. If
 * the first line of the input is a document, every line is a document, and this reads only the next
 * line. Otherwise the whole input is one document. Returns false without a document, and sets the
 * builder's result: READ_END if the input has ended.
 */
bool json_next(struct json_reader *json, struct builder *builder);

/* Frees the memory of a struct json_reader, but not the struct. Safe on a zeroed struct. */
void json_reader_free(void *state);

/*
 * Returns the member of an object with this name, or NULL if it is missing. Refuses a value that is
 * not an object, and a name that the object contains twice.
 */
const cJSON *json_member(struct json_reader *json, const cJSON *object, const char *name);

/*
 * Returns a value that is a whole number from 0 to 10^15 - 1. Returns BUILD_MISSING for NULL, and
 * BUILD_NO_NUMBER for any other value.
 */
uint64_t json_number(const cJSON *item);

/* Returns the member of an object with this name as json_number does. Refuses as json_member. */
uint64_t json_member_number(struct json_reader *json, const cJSON *object, const char *name);

/* Returns a value that is a string. Returns "" for any other value, including NULL. */
const char *json_string(const cJSON *item);

/*
 * Returns an option of a recipe: a number, true, or a name. Any other value becomes the empty name,
 * for which the builder drops the recipe.
 */
struct parameter json_parameter(const char *key, const cJSON *item);

/*
 * Loops over the elements of an array until the first refusal. `item` is the element, and `name`
 * names the array in messages. An array that is NULL is empty. Refuses a value that is not an
 * array.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): a declaration does not allow them around the name. */
#define json_each(json, item, name, array)                      \
	for (const cJSON *item = json_first(json, name, array); \
	     item && (json)->builder->result == READ_MAP; item = json_after(json, item))
/* NOLINTEND(bugprone-macro-parentheses) */
const cJSON *json_first(struct json_reader *json, const char *name, const cJSON *array);
const cJSON *json_after(struct json_reader *json, const cJSON *item);
