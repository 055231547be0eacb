/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/* The values of a document, and the loop over an array. */

/*
 * Returns the member of an object with that name, or NULL if there is none. Refuses what is not an
 * object, and a name that is there twice.
 */
const cJSON *json_member(struct json_reader *json, const cJSON *object, const char *name);

/*
 * Returns the whole number that a value is, below 10^15, or BUILD_NO_NUMBER. The value may be NULL.
 */
uint64_t json_number(const cJSON *item);

/*
 * Returns the number that is the member of an object with that name, BUILD_NO_NUMBER, or
 * BUILD_TWICE. Refuses what is not an object.
 */
uint64_t json_member_number(struct json_reader *json, const cJSON *object, const char *name);

/* Returns the string that a value is, or "". */
const char *json_string(const cJSON *item);

/*
 * Returns an option of a recipe. Any other value becomes the empty name, so that the recipe is not
 * kept.
 */
struct parameter json_parameter(const char *key, const cJSON *item);

/*
 * The loop over the elements of an array, up to the first that is refused. A missing array has
 * no elements, and what is not an array is refused. `item` is the element.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): there are none around the name in a declaration. */
#define json_each(json, item, name, array)                      \
	for (const cJSON *item = json_first(json, name, array); \
	     item && (json)->builder.result == READ_MAP; item = json_after(json, item))
/* NOLINTEND(bugprone-macro-parentheses) */
const cJSON *json_first(struct json_reader *json, const char *name, const cJSON *array);
const cJSON *json_after(struct json_reader *json, const cJSON *item);
