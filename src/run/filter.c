/* SPDX-License-Identifier: MIT */
#include "run/filter.h"

#include "cli/table.h"
#include "run/source.h"

#include <inttypes.h>

/* A search gives up after this many seeds in a row without a map. The fuzzers set fewer. */
#ifndef FIND_TRIES_MAX
#define FIND_TRIES_MAX 100000
#endif

/*
 * A search that --find did not ask for gives up when the maps in a row without success have this
 * many tiles and attempts to place rooms. A person waits for them, and they take about 10 s at
 * most. The fuzzers set fewer.
 */
#ifndef SEARCH_WORK_MAX
#define SEARCH_WORK_MAX 120000000
#endif

void filter_open(struct filter *filter, const struct options *options)
{
	const uint32_t min_rooms = options->recipe.min_rooms;
	struct range *rooms = &filter->where.ranges[MEASURE_ROOMS];
	*filter = (struct filter){.options = options, .where = options->where};
	if (min_rooms == 0 || options->file_count > 0)
		return;
	if (!(filter->where.conditions & MEASURE_BIT(MEASURE_ROOMS)))
		*rooms = (struct range){0, UINT64_MAX};
	if (rooms->min < min_rooms)
		rooms->min = min_rooms;
	filter->where.conditions |= MEASURE_BIT(MEASURE_ROOMS);
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
	return met_conditions == where->conditions;
}

/* Counts a map that did not pass. */
static void count_miss(struct filter *filter, const struct map *map)
{
	filter->near_misses.miss_count++;
	filter->near_misses.work += recipe_tiles(&map->recipe) + map->attempts_made;
}

void filter_count_miss(struct filter *filter, const struct map *map)
{
	record_near_miss(&filter->near_misses, MEASURE_ROOMS, filter->where.ranges[MEASURE_ROOMS],
			 map->room_count - map->wing_count);
	filter->tried_count++;
	count_miss(filter, map);
}

bool filter_test(struct filter *filter, const struct map *map, bool *passes)
{
	const struct where *where = &filter->where;
	*passes = true;
	if (where->conditions != 0) {
		struct stats stats;
		if (!measure_map(&filter->walk, map, where->conditions, &stats))
			return false;
		*passes = meets_conditions(where, &stats, &filter->near_misses);
	}
	filter->tried_count++;
	if (!*passes) {
		count_miss(filter, map);
		return true;
	}
	filter->passed_count++;
	filter->locked_count += map->lock_count >= map->recipe.locks;
	if (filter->options->file_count == 0) {
		filter->loop_count += map->tunnel_count + 1 - map->room_count;
		filter->wanted_loops += recipe_loops(&map->recipe, map->room_count);
	}
	/* The search for the next map starts without near misses. */
	filter->near_misses = (struct near_misses){.miss_count = 0};
	return true;
}

bool filter_is_done(const struct filter *filter)
{
	const struct options *options = filter->options;
	const struct near_misses *misses = &filter->near_misses;
	if (options->find == 0)
		return false;
	return filter->passed_count == options->find || misses->miss_count == FIND_TRIES_MAX ||
	       (!options->given[OPTION_FIND] && misses->work >= SEARCH_WORK_MAX);
}

/*
 * Returns whether another seed is likely to meet the conditions that no map met: each value would
 * have to change by an eighth at most. Of such limits for twelve measures and ten sets of options,
 * 96 % were met by one of 8,000 seeds, and of all limits, 56 %.
 */
static bool is_near(const struct filter *filter)
{
	const struct near_misses *misses = &filter->near_misses;
	const unsigned missed = filter->where.conditions & ~misses->met_conditions;
	/* Other seeds do not change the size and a chosen spawn, and --find goes on from here. */
	unsigned fixed = MEASURE_BIT(MEASURE_SEED) | MEASURE_BIT(MEASURE_WIDTH) |
			 MEASURE_BIT(MEASURE_HEIGHT);
	if (recipe_has_spawn(&filter->options->recipe))
		fixed |= MEASURE_BIT(MEASURE_SPAWN_X) | MEASURE_BIT(MEASURE_SPAWN_Y);
	if (missed & (fixed | ~misses->has_nearest))
		return false;
	for (enum measure i = 0; i < MEASURES; i++) {
		const uint64_t nearest = misses->nearest_values[i];
		if (missed & MEASURE_BIT(i) &&
		    distance_to_range(filter->where.ranges[i], nearest) > nearest / 8)
			return false;
	}
	return true;
}

/*
 * Adds the conditions that no map met, each with the value that came nearest to it: in words, and
 * as data for programs.
 */
static void add_missed_conditions(const struct filter *filter, struct message *message)
{
	const struct where *where = &filter->where;
	const struct near_misses *misses = &filter->near_misses;
	const unsigned missed = where->conditions & ~misses->met_conditions;
	struct text *problem = &message->problem;
	for (enum measure i = 0; i < MEASURES; i++) {
		if (!(missed & MEASURE_BIT(i)))
			continue;
		const struct range range = where->ranges[i];
		const bool is_known = misses->has_nearest & MEASURE_BIT(i);
		const uint64_t nearest = misses->nearest_values[i];
		text_add(problem, "%s%s", message->miss_count > 0 ? " or " : "",
			 condition_text(where, i));
		if (is_known)
			text_add(problem, " (nearest: %" PRIu64 ")", nearest);
		message->misses[message->miss_count++] = (struct miss){
			measure_names[i], range.min, range.max, is_known, nearest};
	}
	/* Every condition was met, but by different maps. */
	if (message->miss_count == 0)
		text_add(problem, "all conditions at once");
}

/*
 * Advises an option that lets maps have as many things as a condition demands, if the recipe has
 * fewer. Returns whether it did.
 */
static bool advise_more(const struct filter *filter, enum measure measure, enum option_id id,
			unsigned count, struct message *message)
{
	const struct option_row *row = &option_table[id];
	const uint64_t min = filter->where.ranges[measure].min;
	const bool has_doors = filter->options->recipe.doors;
	if (!(filter->where.conditions & MEASURE_BIT(measure)) || min <= count ||
	    min > row->value_max)
		return false;
	advise(message, "add %s--%s %" PRIu64 ", because a map has at most as many %s as --%s says",
	       has_doors ? "" : "--doors ", row->name, min, row->name, row->name);
	if (!has_doors)
		suggest(message, "doors", "%s", "");
	suggest(message, row->name, "%" PRIu64, min);
	return true;
}

void filter_finish(const struct filter *filter, const struct origin *origin,
		   struct outcome *outcome)
{
	const struct options *options = filter->options;
	const uint64_t miss_count = filter->near_misses.miss_count;
	if (outcome->status != STATUS_DONE)
		return;
	if (filter->passed_count > 0 && filter->passed_count >= options->find)
		return;
	struct message *message = outcome_fail(outcome);
	struct text *problem = &message->problem;
	enum option_id id = OPTION_MIN_ROOMS;
	if (options->given[OPTION_FIND])
		id = OPTION_FIND;
	else if (options->given[OPTION_WHERE])
		id = OPTION_WHERE;
	message->place.option = option_table[id].name;
	message->status = STATUS_IMPOSSIBLE;
	message->tried_count = miss_count;
	if (miss_count == 0) {
		/* The last seed of the random number generator passed. */
		fail(message, STATUS_IMPOSSIBLE, "no seed is left after %" PRIu64, origin->seed);
		return;
	}
	if (miss_count == 1 && !options->given[OPTION_FIND]) {
		origin_describe(origin, message);
		text_add(problem, "does not meet ");
	} else if (options->file_count > 0) {
		text_add(problem, "none of %" PRIu64 " maps meets ", miss_count);
	} else {
		text_add(problem, "no seed from %" PRIu64 " to %" PRIu64 " meets ",
			 origin->seed - (miss_count - 1), origin->seed);
		message->has_last_seed = true;
		message->last_seed = origin->seed;
	}
	add_missed_conditions(filter, message);
	if (options->file_count > 0 ||
	    advise_more(filter, MEASURE_LOCKS, OPTION_LOCKS, options->recipe.locks, message) ||
	    advise_more(filter, MEASURE_SECRETS, OPTION_SECRETS, options->recipe.secrets, message))
		return;
	if (options->find == 0 && !options->given[OPTION_COUNT] && is_near(filter)) {
		advise(message, "--find 1 searches other seeds");
		suggest(message, "find", "1");
	}
}

void filter_print_notice(const struct filter *filter, const struct origin *origin)
{
	const struct options *options = filter->options;
	const uint64_t missed_count = filter->tried_count - filter->passed_count;
	if (options->quiet)
		return;
	if (options->is_typed[OPTION_LOCKS] && filter->locked_count < filter->passed_count) {
		struct message lock_note = {.level = LEVEL_NOTE};
		text_add(&lock_note.problem, "locks fit: %u on %" PRIu64 " of %s",
			 options->recipe.locks, filter->locked_count,
			 count_text(filter->passed_count, "map", "maps"));
		printer_print(&lock_note);
	}
	const bool asks_for_loops = options->is_typed[OPTION_LOOPS] ||
				    options->is_typed[OPTION_LOOP_PERCENT];
	if (asks_for_loops && filter->loop_count < filter->wanted_loops) {
		struct message loop_note = {.level = LEVEL_NOTE};
		text_add(&loop_note.problem, "dug %" PRIu64 " of %s", filter->loop_count,
			 count_text(filter->wanted_loops, "loop", "loops"));
		printer_print(&loop_note);
	}
	if (missed_count == 0)
		return;
	struct message note = {.level = LEVEL_NOTE};
	note.map_count = filter->tried_count;
	note.skipped_count = missed_count;
	text_add(&note.problem, "skipped %" PRIu64 " of %" PRIu64 " maps", missed_count,
		 filter->tried_count);
	if (options->find > 0) {
		note.has_last_seed = true;
		note.last_seed = origin->seed;
		text_add(&note.problem, "; the last seed was %" PRIu64, origin->seed);
	}
	printer_print(&note);
}

void filter_close(struct filter *filter)
{
	walk_free(&filter->walk);
}
