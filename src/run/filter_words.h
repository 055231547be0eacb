/* SPDX-License-Identifier: MIT */
#pragma once

#include "run/filter.h"
#include "run/source.h"

/* The messages at the end of a search. */

/*
 * Fails the run because the filter is not satisfied, and says how near the search came and what
 * would work. Map and label are the last ones of the source; `keeps_maps` says that the maps that
 * passed stay written.
 */
void filter_explain(const struct filter *filter, struct source *source, const struct map *map,
		    const struct label *label, bool keeps_maps, struct outcome *outcome);

/* Adds a notice on how many seeds or maps --find or --skip left out, if there are any. */
void filter_add_skipped_notice(const struct filter *filter, const struct label *label,
			       struct outcome *outcome);
