/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/message.h"
#include "system/system.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Patterns of output files, and of titles. A pattern names one file for each map of a run:
 *
 *     pattern_find_fault("maps/%05d.json", &message);         leaves the message empty
 *     if (pattern_has("maps/%05d.json", "di"))                it is a pattern
 *             pattern_fill(name, "maps/%05d.json", 42, 1);    maps/00042.json
 *
 * In the last component of a path, %d stands for the seed of the map and %i for its number. Both
 * may have a width of up to 20 digits, which is filled with zeros: %05d. %% stands for a percent
 * sign. A % in the folders of a path stands for itself. A path without %d and %i is not a pattern
 * but the name of one file. A title is such a component.
 */

/*
 * Checks each % in the last component of a path. Sets the problem and the fix for the first invalid
 * one, and leaves *message unchanged if there is none. The other functions require a valid path.
 */
void pattern_find_fault(const char *path, struct message *message);

/* Does the same for a title. */
void pattern_find_title_fault(const char *title, struct message *message);

/*
 * Returns whether a path contains one of some directives: "d" asks for the seed, "i" for the number
 * of the map, and "di" for either of them, which makes a path a pattern. Returns false if the path
 * is NULL.
 */
bool pattern_has(const char *path, const char *letters);

/* Returns the same for a title, which is not NULL. */
bool pattern_title_has(const char *title, const char *letters);

/*
 * Returns whether the last components of two valid paths could be the same name, if each %d and %i,
 * with any width, stood for any digits.
 */
bool pattern_meets(const char *a, const char *b);

/*
 * Stores in `name` the path of the file of one map. Returns false and sets errno to ENAMETOOLONG if
 * the name does not fit.
 */
bool pattern_fill(char name[FILE_NAME_SIZE], const char *path, uint64_t seed, uint64_t number);

/* How many times as long as its pattern a title can be: %d becomes 20 digits. */
enum { PATTERN_GROWTH = 10 };

/* Stores in `filled` the title of one map: at most PATTERN_GROWTH * strlen(title) + 1 bytes. */
void pattern_fill_title(char *filled, const char *title, uint64_t seed, uint64_t number);
