/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/watch.h"
#include "cli/options.h"
#include "formats/label.h"
#include "map/walk.h"
#include "run/outcome.h"

/*
 * The filter: the second part of the pipeline. It decides which maps pass (--min-rooms, --where)
 * and when a search is over (--find, --skip), and notes how near the search came.
 *
 *     filter_open(&filter, options, watch);
 *     while (!filter_is_done(&filter)) {
 *             ask the source, and call one of these for each result:
 *             filter_test(&filter, &map, &label, &passes)    a map
 *             filter_count_miss(&filter)                     a seed with too few rooms
 *             filter_count_unreadable(&filter)               a file without a map
 *             filter_show_progress(&filter);
 *     }
 *     if (filter_is_satisfied(&filter, outcome))
 *             filter_add_skipped_notice(...);                      see filter_words.h
 *     else
 *             filter_explain(...);
 *     filter_close(&filter);
 */

/* How near a search has come since it last found a map. For the message if it finds no more. */
struct near_misses {
	uint64_t miss_count;     /* seeds or input maps that did not pass */
	uint64_t measured_count; /* how many of them had a map to measure */
	unsigned met_conditions; /* bit i is set if some map met the condition on measure i */
	unsigned has_nearest;    /* bit i is set if nearest_values[i] is known */
	uint64_t nearest_values[MEASURES]; /* by measure: the value nearest to its range */
};

struct filter {
	const struct options *options;
	struct watch *watch;       /* reports progress */
	struct walk walk;          /* memory for measuring maps */
	uint64_t tried_count;      /* seeds or input files tried, readable or not */
	uint64_t unreadable_count; /* how many of them were files without a map */
	uint64_t passed_count;     /* how many of them passed */
	struct near_misses near_misses;
};

/* Opens a filter with the conditions of the options. The filter keeps the pointers. */
void filter_open(struct filter *filter, const struct options *options, struct watch *watch);

/*
 * Tests a map, and stores whether it passes in *passes. With --find, the maps that pass are
 * numbered anew, so this sets the number in the label. Returns false if out of memory.
 */
bool filter_test(struct filter *filter, const struct map *map, struct label *label, bool *passes);

/* Counts a seed that has fewer rooms than --min-rooms. */
void filter_count_miss(struct filter *filter);

/* Counts a file that has no map to test. */
void filter_count_unreadable(struct filter *filter);

/*
 * Returns whether no further map is wanted: enough maps have passed, or a map that did not pass
 * ends the run.
 */
bool filter_is_done(const struct filter *filter);

/* Reports how far a search has come. */
void filter_show_progress(const struct filter *filter);

/*
 * Returns whether enough maps passed. If the run has reported unreadable files or wrong maps, the
 * user has read about that already, and it is enough that the filter did not end the run.
 */
bool filter_is_satisfied(const struct filter *filter, const struct outcome *outcome);

/* Frees the memory of a filter. Safe on a zeroed filter. */
void filter_close(struct filter *filter);
