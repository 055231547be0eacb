/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"
#include "map/measure.h"

/* The numbers from min to max. */
struct range {
	uint64_t min;
	uint64_t max;
};

/* The conditions of --where: a range for each measure that has one. */
struct where {
	unsigned conditions;           /* the set of measures with a condition */
	struct range ranges[MEASURES]; /* by measure */
};

/*
 * Narrows a range to the one that a text begins with, up to its end or a comma: "9", "60..", "..3"
 * or "2..4"; if no number is left, `min` is greater than `max`. Returns false if the text begins
 * with no range.
 */
bool range_narrow(struct range *range, const char *text);

/* The condition on a measure as it is written: "exit_distance=60..". */
const char *condition_text(const struct where *where, enum measure measure);

/*
 * Reads plain decimal digits into *number. Returns the text after them; or NULL, and leaves *number
 * unchanged, if there are none or the number exceeds 2^64 - 1.
 */
const char *number_read(const char *text, uint64_t *number);
