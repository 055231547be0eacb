/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * In the last component of a path, %d is the seed and %i the number of the map. Either makes it a
 * pattern, with a file for each map, and may have a width of up to 20 columns, filled with spaces
 * or, after a 0, with zeros: %5d, %05d. %% is a percent sign. In directories, % is itself.
 */

/* Returns what is wrong with the % of a path, a sentence without a period, or NULL. */
const char *pattern_fault(const char *path);

/*
 * Whether a path without fault has one of these: "d" the seed, "i" the number, "di" either, so that
 * it is a pattern. The path may be NULL, and has none then.
 */
bool pattern_has(const char *path, const char *which);

/* Returns whether two patterns name the same files: equal last components in the same folder. */
bool pattern_is_same(const char *one, const char *other);

/*
 * Returns whether two different patterns could name the same file: they are in the same folder, and
 * have the same extension, without regard to case. An extension that contains % could be any other.
 */
bool pattern_may_meet(const char *one, const char *other);

/*
 * Sets `name` to a path without fault, with its % filled in. Returns false and sets errno if that
 * is too long.
 */
bool pattern_fill(char name[FILE_NAME_SIZE], const char *path, uint64_t seed, uint64_t number);
