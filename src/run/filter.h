/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "run/origin.h"
#include "map/walk.h"
#include "run/outcome.h"

/*
 * The filter: the second part of the pipeline. It decides which maps pass (--min-rooms, --where)
 * and when a search is over (--find). It also records how near the maps came to the conditions, for
 * the message of a run without a result.
 *
 *     filter_open(&filter, options);
 *     while (!filter_is_done(&filter)) {
 *             ask the source, and call one of these for its result:
 *             filter_test(&filter, &map, &passes)            a map
 *             filter_count_miss(&filter, &map)               a seed with too few rooms
 *     }
 *     filter_finish(&filter, &origin, outcome);
 *     if (message_is_empty(&outcome->message))
 *             filter_print_notice(&filter, &origin);
 *     filter_close(&filter);
 */

/* How near a search has come since it last found a map. */
struct near_misses {
	uint64_t miss_count;     /* seeds or input maps that did not pass */
	uint64_t work;           /* their tiles and their attempts to place rooms, together */
	unsigned met_conditions; /* bit i is set if a map met the condition on measure i */
	unsigned has_nearest;    /* bit i is set if nearest_values[i] is known */
	uint64_t nearest_values[MEASURES]; /* by measure: the value nearest to its range */
};

struct filter {
	const struct options *options;
	struct where where;    /* the conditions of --where, and rooms=N.. for --min-rooms */
	struct walk walk;      /* memory for measuring maps */
	uint64_t tried_count;  /* seeds and input maps tried */
	uint64_t passed_count; /* maps that passed */
	uint64_t locked_count; /* how many of them have all locks of their recipe */
	uint64_t loop_count;   /* loops of the generated maps that passed */
	uint64_t wanted_loops; /* loops that their recipes request */
	struct near_misses near_misses;
};

/* Opens a filter with the conditions of the options. It keeps the pointers. Cannot fail. */
void filter_open(struct filter *filter, const struct options *options);

/*
 * Tests and counts a map, and stores whether it passes in *passes. Returns false if out of memory.
 */
bool filter_test(struct filter *filter, const struct map *map, bool *passes);

/* Counts a seed whose incomplete map has fewer rooms than --min-rooms. */
void filter_count_miss(struct filter *filter, const struct map *map);

/*
 * Returns whether a search needs no further map: enough maps have passed, or too many maps in a row
 * did not.
 */
bool filter_is_done(const struct filter *filter);

/*
 * Fails the outcome if too few maps passed, and says how near the maps came to the conditions.
 * `origin` is that of the last seed or input map. If the outcome has reports about unreadable files
 * or wrong maps, they already explain why a map is missing.
 */
void filter_finish(const struct filter *filter, const struct origin *origin,
		   struct outcome *outcome);

/*
 * Says how many maps were skipped, if there are any, on how many all locks of --locks fit, if not
 * on all, and how many of the loops were dug that the user asked for, if not all. Says nothing with
 * --quiet.
 */
void filter_print_notice(const struct filter *filter, const struct origin *origin);

/* Frees the memory of a filter. Safe on a zeroed filter. */
void filter_close(struct filter *filter);
