/* SPDX-License-Identifier: MIT */
#pragma once

#include "run/filter.h"
#include "run/source.h"

/*
 * What a run says about its search when no more maps follow. Call one of these at the end, and only
 * if the run has not failed:
 *
 *     if (filter_is_satisfied(&filter, outcome))
 *             filter_add_skipped_notice(&filter, &label, outcome);
 *     else
 *             filter_fail(&filter, source, &map, &label, sink->keeps_maps, outcome);
 */

/*
 * Fails the outcome, and explains how near the search came and what would work. `map` and `label`
 * are those of the last seed or input map. `keeps_maps` says that the maps that passed remain. May
 * ask the source whether the file continues.
 */
void filter_fail(const struct filter *filter, struct source *source, const struct map *map,
		 const struct label *label, bool keeps_maps, struct outcome *outcome);

/* Adds a notice to the outcome if --find or --skip skipped seeds or maps. */
void filter_add_skipped_notice(const struct filter *filter, const struct label *label,
			       struct outcome *outcome);
