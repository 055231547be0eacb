/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

#include <cJSON.h>

/*
 * Reads the JSON documents of an input, one after another, and their values.
 *
 * Usage, in the `read` of a format:
 *
 *     if (!json_next(reader))
 *             return;
 *     const cJSON *doors = json_member(reader, reader->tree, "doors");
 *     json_each (reader, item, "doors", doors)
 *             pass json_member_number(reader, item, "x") to the builder
 *
 * The functions for values check what a value is, and refuse the map if it cannot be used. All
 * values belong to reader->tree, which stays valid until the next map.
 */

/* Frees the tree of the last document, and numbers the next one for messages. */
void json_start(struct reader *reader);

/*
 * Calls json_start, then parses the next document to reader->tree. It must be an object. If the
 * first line of the input is a document, every line is a document, and this reads only the next
 * line. Otherwise the whole input is one document. Returns false without a document, and sets
 * reader->result: READ_END if the input has ended.
 */
bool json_next(struct reader *reader);

/*
 * Returns the member of an object with this name, or NULL if it is missing. Refuses a value that is
 * not an object, and a name that the object contains twice.
 */
const cJSON *json_member(struct reader *reader, const cJSON *object, const char *name);

/*
 * Returns a value that is a whole number from 0 to 10^15 - 1. Returns BUILD_MISSING for NULL, and
 * BUILD_NO_NUMBER for any other value.
 */
uint64_t json_number(const cJSON *item);

/* Returns the member of an object with this name as json_number does. Refuses as json_member. */
uint64_t json_member_number(struct reader *reader, const cJSON *object, const char *name);

/* Returns a value that is a string. Returns "" for any other value, including NULL. */
const char *json_string(const cJSON *item);

/* Keys that dungen does not know, and so cannot keep. */
struct unknown_keys {
	struct text names; /* " name and monsters " */
	uint32_t count;    /* how often a key was added */
};

/*
 * Adds the keys of an object that are not in a list, such as "lock x y". Three names are enough for
 * a message.
 */
void json_find_unknown(const cJSON *object, const char *known_keys, struct unknown_keys *unknown);

/*
 * Returns an option of a recipe: a number, true, or a name. Any other value becomes the empty name,
 * for which the builder drops the recipe.
 */
struct parameter json_parameter(const char *key, const cJSON *item);

/*
 * Loops over the elements of an array until the first refusal. `item` is the element, and `name`
 * names the array in messages. An array that is NULL is empty. Refuses a value that is not an
 * array. These loops cannot be nested, because the reader remembers one array and index.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): a declaration does not allow them around the name. */
#define json_each(reader, item, name, array)                      \
	for (const cJSON *item = json_first(reader, name, array); \
	     item && (reader)->result == READ_MAP; item = json_after(reader, item))
/* NOLINTEND(bugprone-macro-parentheses) */
const cJSON *json_first(struct reader *reader, const char *name, const cJSON *array);
const cJSON *json_after(struct reader *reader, const cJSON *item);
