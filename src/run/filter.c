/* SPDX-License-Identifier: MIT */
#include "run/filter.h"

#include "cli/table.h"
#include "run/source.h"

#include <inttypes.h>

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

/*
 * Adds the conditions that no map met, each with the value that came nearest to it: in words, and
 * as data for programs. The words are "exit_distance is 182" if there was only one map, and
 * otherwise "exit_distance=400.. (the largest was 182)".
 */
static void add_missed_conditions(const struct filter *filter, bool is_only_map,
				  struct message *message)
{
	const struct where *where = &filter->options->where;
	const struct near_misses *misses = &filter->near_misses;
	const unsigned missed = where->conditions & ~misses->met_conditions;
	struct text *problem = &message->problem;
	for (enum measure i = 0; i < MEASURES; i++) {
		if (!(missed & MEASURE_BIT(i)))
			continue;
		const struct range range = where->ranges[i];
		const bool is_known = misses->has_nearest & MEASURE_BIT(i);
		const uint64_t nearest = misses->nearest_values[i];
		const char *which = "nearest";
		if (range.max == UINT64_MAX)
			which = "largest";
		else if (range.min == 0)
			which = "smallest";
		if (message->miss_count > 0)
			text_add(problem, is_only_map ? ", and " : " or ");
		message->misses[message->miss_count++] = (struct miss){
			measure_names[i], range.min, range.max, is_known, nearest};
		if (is_only_map && is_known)
			text_add(problem, "%s is %" PRIu64, measure_names[i], nearest);
		else if (is_only_map)
			text_add(problem, "%s is unknown", measure_names[i]);
		else if (is_known)
			text_add(problem, "%s (the %s was %" PRIu64 ")", condition_text(where, i),
				 which, nearest);
		else
			text_add(problem, "%s (the measure is unknown)", condition_text(where, i));
	}
}

/* Explains that no seed met --min-rooms. */
static void explain_rooms(const struct filter *filter, const struct map *map,
			  const struct label *label, struct message *message)
{
	const struct options *options = filter->options;
	const uint64_t seed_count = filter->near_misses.miss_count;
	const bool has_one_seed = options->find == 0 && options->count == 1;
	const char *size = size_text(map->recipe.width, map->recipe.height);
	place_set_option(&message->place, &option_table[OPTION_MIN_ROOMS],
			 options->given[OPTION_MIN_ROOMS]);
	if (seed_count > 1)
		fail(message, STATUS_IMPOSSIBLE,
		     "none of %" PRIu64 " seeds generates enough rooms on a map of %s", seed_count,
		     size);
	else
		fail(message, STATUS_IMPOSSIBLE,
		     "only %s on a map of %s after %" PRIu64 " attempts with seed %" PRIu64,
		     count_text(map->room_count, "room fits", "rooms fit"), size,
		     label->attempt_count, label->seed);
	advise(message, "try %sa larger map or a lower --min-rooms",
	       has_one_seed ? "another seed, " : "");
}

/* Explains which conditions the only map does not meet. */
static void explain_map(const struct filter *filter, const struct label *label,
			struct message *message)
{
	const struct options *options = filter->options;
	place_set_option(&message->place, &option_table[OPTION_WHERE],
			 options->given[OPTION_WHERE]);
	label_describe(label, message);
	add_missed_conditions(filter, true, message);
	if (options->given[OPTION_COUNT]) {
		advise(message, "try another seed");
	} else if (options->file_count == 0) {
		advise(message, "try another seed, or --find 1");
		suggest(message, "find", "1");
	}
}

/* Explains that none of several maps meets the conditions. */
static void explain_search(const struct filter *filter, const struct label *label, bool keeps_maps,
			   struct message *message)
{
	const struct options *options = filter->options;
	const uint64_t tried_count = filter->near_misses.miss_count;
	struct text *problem = &message->problem;
	const enum option_id id = options->find > 0 ? OPTION_FIND : OPTION_WHERE;
	place_set_option(&message->place, &option_table[id],
			 options->find > 0 ? options->given[id] : NULL);
	if (options->file_count > 0)
		text_set(problem, "none of %" PRIu64 " maps meets ", tried_count);
	else
		text_set(problem, "no seed from %" PRIu64 " to %" PRIu64 " meets ",
			 label->seed - (tried_count - 1), label->seed);
	add_missed_conditions(filter, false, message);
	/* Every condition was met, but by different maps. */
	if (message->miss_count == 0)
		text_add(problem, "all conditions at once");
	if (filter->passed_count > 0 && keeps_maps)
		text_add(problem, "; %s already written",
			 count_text(filter->passed_count, "map was", "maps were"));
}

void filter_finish(const struct filter *filter, const struct map *map, const struct label *label,
		   bool keeps_maps, struct outcome *outcome)
{
	const struct options *options = filter->options;
	const struct near_misses *misses = &filter->near_misses;
	if (outcome->status != STATUS_DONE)
		return;
	if (filter->passed_count > 0 && filter->passed_count >= options->find)
		return;
	struct message *message = outcome_fail(outcome);
	message->status = STATUS_IMPOSSIBLE;
	message->tried_count = misses->miss_count;
	if (options->find > 0 && misses->miss_count == 0) {
		place_set_option(&message->place, &option_table[OPTION_FIND],
				 options->given[OPTION_FIND]);
		fail(message, STATUS_IMPOSSIBLE,
		     "only %s up to seed %" PRIu64 ", the largest seed of --rng %s",
		     count_text(filter->passed_count, "map was found", "maps were found"),
		     label->seed, options->rng->name);
		advise(message, "try a smaller --seed");
	} else if (misses->measured_count == 0) {
		/* Only maps with enough rooms are measured. */
		explain_rooms(filter, map, label, message);
	} else if (misses->miss_count == 1 && options->find == 0) {
		explain_map(filter, label, message);
	} else {
		explain_search(filter, label, keeps_maps, message);
	}
}

void filter_print_notice(const struct filter *filter, const struct label *label)
{
	const struct options *options = filter->options;
	const uint64_t missed_count = filter->tried_count - filter->passed_count;
	const bool has_rooms = options->given[OPTION_MIN_ROOMS] != NULL;
	const bool has_conditions = options->where.conditions != 0;
	if (missed_count == 0 || options->quiet)
		return;
	struct message note = {.level = LEVEL_NOTE};
	text_set(&note.problem, "%" PRIu64 " of %" PRIu64 " maps %s not meet %s%s%s", missed_count,
		 filter->tried_count, missed_count == 1 ? "does" : "do",
		 has_rooms ? "--min-rooms" : "", has_rooms && has_conditions ? " or " : "",
		 has_conditions ? "--where" : "");
	if (options->find > 0)
		text_add(&note.problem, "; the last seed was %" PRIu64, label->seed);
	message_print(&note);
}

void filter_close(struct filter *filter)
{
	walk_free(&filter->walk);
}
