/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Reads the values of a parsed document. These functions check what a value is, and refuse the map
 * if the value cannot be used:
 *
 *     const cJSON *doors = json_member(json, json->document, "doors");
 *     json_each (json, item, "doors", doors) {
 *             const uint64_t x = json_member_number(json, item, "x");
 *             pass x to the builder, which refuses BUILD_NO_NUMBER and BUILD_TWICE
 *     }
 *
 * All values belong to the document.
 */

/*
 * Returns the member of an object with this name, or NULL if it is missing. Refuses a value that is
 * not an object, and a name that the object contains twice.
 */
const cJSON *json_member(struct json_reader *json, const cJSON *object, const char *name);

/*
 * Returns a value that is a whole number from 0 to 10^15 - 1. Returns BUILD_NO_NUMBER for any other
 * value, including NULL.
 */
uint64_t json_number(const cJSON *item);

/*
 * Returns the member of an object with this name as json_number does, or BUILD_TWICE if the object
 * contains the name twice. Refuses a value that is not an object.
 */
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
	     item && (json)->builder.result == READ_MAP; item = json_after(json, item))
/* NOLINTEND(bugprone-macro-parentheses) */
const cJSON *json_first(struct json_reader *json, const char *name, const cJSON *array);
const cJSON *json_after(struct json_reader *json, const cJSON *item);
