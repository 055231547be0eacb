/* SPDX-License-Identifier: MIT */
#pragma once

#include "run/filter.h"

/*
 * What a run says about its filter when no more maps follow. Call one of these at the end, and only
 * if the run has not failed:
 *
 *     if (filter_is_satisfied(&filter, outcome))
 *             filter_add_notice(&filter, &label, outcome);
 *     else
 *             filter_fail(&filter, &map, &label, sink->keeps_maps, outcome);
 */

/*
 * Fails the outcome, and explains how near the maps came to the conditions and what would work.
 * `map` and `label` are those of the last seed or input map. `keeps_maps` says that the maps that
 * passed remain.
 */
void filter_fail(const struct filter *filter, const struct map *map, const struct label *label,
		 bool keeps_maps, struct outcome *outcome);

/* Adds a notice to the outcome if some of the maps did not pass. */
void filter_add_notice(const struct filter *filter, const struct label *label,
		       struct outcome *outcome);
