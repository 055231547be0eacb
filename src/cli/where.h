/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/text.h"
#include "map/measure.h"

/*
 * The conditions of --where, and the numbers in them:
 *
 *     struct where where = {.conditions = MEASURE_BIT(MEASURE_ROOMS)};
 *     struct range *rooms = &where.ranges[MEASURE_ROOMS];
 *     *rooms = (struct range){0, UINT64_MAX};
 *     range_narrow(rooms, "3..");                 from 3
 *     range_narrow(rooms, "..9");                 from 3 to 9
 *     condition_text(&where, MEASURE_ROOMS)       "rooms=3..9"
 */

/* The numbers from min to max, both included. The range is empty if min is greater than max. */
struct range {
	uint64_t min;
	uint64_t max;
};

/* A map must meet all conditions. */
struct where {
	unsigned conditions;           /* MEASURE_BIT of each measure with a condition */
	struct range ranges[MEASURES]; /* by measure; valid if the measure has a condition */
};

/*
 * Reads a range from a text, up to its end or a comma: "9", "60..", "..3", or "2..4". Removes the
 * numbers outside of that range from *range, which can become empty. Returns false, and leaves
 * *range unchanged, if the text does not start with a range.
 */
bool range_narrow(struct range *range, const char *text);

/* Returns the condition on a measure as the user writes it, as a phrase: "exit_distance=60..". */
const char *condition_text(const struct where *where, enum measure measure);
