/* SPDX-License-Identifier: MIT */
#include "run/filter.h"

/* A search gives up after this many seeds in a row without a map. */
enum { FIND_TRIES_MAX = 100000 };

void filter_open(struct filter *filter, const struct options *options)
{
	*filter = (struct filter){.options = options};
}

/* Returns how far a value is from a range: 0 if it is in the range. */
static uint64_t distance_to_range(struct range range, uint64_t value)
{
	if (value < range.min)
		return range.min - value;
	if (value > range.max)
		return value - range.max;
	return 0;
}

/* Records a value that is not in its range, unless an earlier value was as near. */
static void record_near_miss(struct near_misses *misses, enum measure measure, struct range range,
			     uint64_t value)
{
	const bool has_nearest = misses->has_nearest & MEASURE_BIT(measure);
	const uint64_t nearest = misses->nearest_values[measure];
	if (has_nearest && distance_to_range(range, value) >= distance_to_range(range, nearest))
		return;
	misses->nearest_values[measure] = value;
	misses->has_nearest |= MEASURE_BIT(measure);
}

/* Returns whether a map meets all conditions, and records how near it came. */
static bool meets_conditions(const struct where *where, const struct stats *stats,
			     struct near_misses *misses)
{
	unsigned met_conditions = 0;
	for (enum measure i = 0; i < MEASURES; i++) {
		const bool is_known = stats->known & MEASURE_BIT(i);
		const bool has_condition = where->conditions & MEASURE_BIT(i);
		if (!has_condition || !is_known)
			continue;
		if (distance_to_range(where->ranges[i], stats->value[i]) == 0)
			met_conditions |= MEASURE_BIT(i);
		else
			record_near_miss(misses, i, where->ranges[i], stats->value[i]);
	}
	misses->met_conditions |= met_conditions;
	misses->measured_count++;
	return met_conditions == where->conditions;
}

/* Counts a map that passes. The search for the next map starts without near misses. */
static void count_pass(struct filter *filter)
{
	filter->tried_count++;
	filter->passed_count++;
	filter->near_misses = (struct near_misses){.miss_count = 0};
}

void filter_count_miss(struct filter *filter)
{
	filter->tried_count++;
	filter->near_misses.miss_count++;
}

bool filter_test(struct filter *filter, const struct map *map, struct label *label, bool *passes)
{
	const struct options *options = filter->options;
	const struct where *where = &options->where;
	*passes = true;
	if (where->conditions != 0) {
		struct stats stats;
		if (!measure_map(&filter->walk, map, where->conditions, &stats))
			return false;
		*passes = meets_conditions(where, &stats, &filter->near_misses);
	}
	if (options->find > 0)
		label->number = filter->passed_count + 1;
	if (*passes)
		count_pass(filter);
	else
		filter_count_miss(filter);
	return true;
}

bool filter_is_done(const struct filter *filter)
{
	const uint64_t wanted_count = filter->options->find;
	if (wanted_count == 0)
		return false;
	return filter->passed_count == wanted_count ||
	       filter->near_misses.miss_count == FIND_TRIES_MAX;
}

bool filter_is_satisfied(const struct filter *filter, const struct outcome *outcome)
{
	if (outcome->status != STATUS_DONE)
		return true;
	return filter->passed_count > 0 && filter->passed_count >= filter->options->find;
}

void filter_close(struct filter *filter)
{
	walk_free(&filter->walk);
}
