/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"
#include "map/measure.h"

/* The conditions of --where: a range for each measure that has one. */
struct where {
	unsigned asked; /* bits of measures */
	struct range {
		uint64_t least, most;
	} range[MEASURES];
};

/* How near seeds or maps came to the conditions, since the last that met all. */
struct misses {
	uint64_t tried, measured; /* seeds or maps; those of them that are maps */
	unsigned met, seen; /* bits of measures: some map was in the range; `nearest` is set */
	uint64_t nearest[MEASURES];
};

/*
 * Narrows a range to the one that a text begins with, up to its end or a comma: "9", "60..", "..3"
 * or "2..4"; if no number is left, `least` is greater than `most`. Returns false if the text begins
 * with no range.
 */
bool range_narrow(struct range *range, const char *text);

/* Whether a map meets all conditions. Adds what it has to the misses. */
bool where_holds(const struct where *where, const struct stats *stats, struct misses *misses);

/* The condition on a measure as it is written: "exit_distance=60..". */
const char *where_text(const struct where *where, enum measure measure);

/*
 * Reads plain decimal digits into *number. Returns the text after them; or NULL, and leaves *number
 * unchanged, if there are none or the number exceeds 2^64 - 1.
 */
const char *number_read(const char *text, uint64_t *number);
