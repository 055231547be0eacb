/* SPDX-License-Identifier: MIT */
#include "run/filter_words.h"

#include "cli/table.h"
#include "run/label_words.h"

#include <inttypes.h>

/* Sets the option that a message is about, with its value. */
static void set_option(struct message *message, const struct options *options, enum option_id id)
{
	place_set_option(&message->place, &option_table[id], options->given[id]);
}

/* Explains that no seed met --min-rooms. */
static void explain_rooms(const struct filter *filter, const struct map *map,
			  const struct label *label, struct outcome *outcome)
{
	const struct options *options = filter->options;
	const struct recipe *recipe = &map->recipe;
	const uint64_t miss_count = filter->near_misses.miss_count;
	const char *size = size_text(recipe->width, recipe->height);
	struct message *message = outcome_fail(outcome);
	set_option(message, options, OPTION_MIN_ROOMS);
	if (miss_count > 1)
		fail(message, STATUS_IMPOSSIBLE,
		     "none of %" PRIu64 " seeds generates enough rooms on a map of %s", miss_count,
		     size);
	else
		fail(message, STATUS_IMPOSSIBLE,
		     "only %s on a map of %s after %" PRIu64 " attempts with seed %" PRIu64,
		     count_text(map->room_count, "room fits", "rooms fit"), size,
		     label->attempt_count, recipe->seed);
	const bool has_one_seed = options->find == 0 && options->count == 1;
	advise(message, "try %sa larger map or a lower --min-rooms",
	       has_one_seed ? "another seed, " : "");
}

/*
 * Introduces the value that came nearest to a range. If the range has only a lower limit, this is
 * the largest value.
 */
static const char *nearest_words(struct range range)
{
	if (range.max == UINT64_MAX)
		return "the largest was ";
	if (range.min == 0)
		return "the smallest was ";
	return "the nearest was ";
}

/* Adds the value that came nearest to a condition: "the largest was 182". */
static void add_nearest(struct text *text, const struct filter *filter, enum measure measure)
{
	const struct near_misses *misses = &filter->near_misses;
	if (misses->has_nearest & MEASURE_BIT(measure))
		text_add(text, "%s%" PRIu64, nearest_words(filter->options->where.ranges[measure]),
			 misses->nearest_values[measure]);
	else
		text_add(text, "the measure is unknown");
}

/* Lists the conditions that no map met, each with the value that came nearest to it. */
static void list_missed_conditions(struct text *text, const struct filter *filter)
{
	const struct where *where = &filter->options->where;
	const unsigned missed = where->conditions & ~filter->near_misses.met_conditions;
	for (enum measure i = 0; i < MEASURES; i++) {
		if (!(missed & MEASURE_BIT(i)))
			continue;
		if (text->length > 0)
			text_add(text, " or ");
		text_add(text, "%s (", condition_text(where, i));
		add_nearest(text, filter, i);
		text_add(text, ")");
	}
}

/* Lists the measures that keep a single map from meeting the conditions, with their values. */
static void list_missed_measures(struct text *text, const struct filter *filter)
{
	const struct near_misses *misses = &filter->near_misses;
	const unsigned missed = filter->options->where.conditions & ~misses->met_conditions;
	for (enum measure i = 0; i < MEASURES; i++) {
		if (!(missed & MEASURE_BIT(i)))
			continue;
		if (text->length > 0)
			text_add(text, ", and ");
		if (misses->has_nearest & MEASURE_BIT(i))
			text_add(text, "%s is %" PRIu64, measure_names[i],
				 misses->nearest_values[i]);
		else
			text_add(text, "%s is unknown", measure_names[i]);
	}
}

/* Explains which conditions the only map does not meet. */
static void explain_map(const struct filter *filter, const struct label *label,
			struct outcome *outcome)
{
	const struct options *options = filter->options;
	struct message *message = outcome_fail(outcome);
	set_option(message, options, OPTION_WHERE);
	label_describe(label, message);
	message->status = STATUS_IMPOSSIBLE;
	list_missed_measures(&message->problem, filter);
	if (options->given[OPTION_COUNT]) {
		advise(message, "try another seed");
	} else if (options->file_count == 0) {
		advise(message, "try another seed, or --find 1");
		suggest(message, "find", "1");
	}
}

/* Explains that none of several maps meets the conditions. */
static void explain_search(const struct filter *filter, const struct label *label, bool keeps_maps,
			   struct outcome *outcome)
{
	const struct options *options = filter->options;
	const uint64_t miss_count = filter->near_misses.miss_count;
	struct message *message = outcome_fail(outcome);
	struct text *problem = &message->problem;
	message->status = STATUS_IMPOSSIBLE;
	if (options->file_count > 0) {
		text_add(problem, "none of %" PRIu64 " maps meets ", miss_count);
	} else {
		const uint64_t first_seed = label->seed - (miss_count - 1);
		text_add(problem, "no seed from %" PRIu64 " to %" PRIu64 " meets ", first_seed,
			 label->seed);
	}

	struct text missed = {.length = 0};
	list_missed_conditions(&missed, filter);
	/* Every condition was met, but by different maps. */
	if (missed.length == 0)
		text_add(&missed, "all conditions at once");
	text_add(problem, "%s", missed.bytes);
	if (filter->passed_count > 0 && keeps_maps)
		text_add(problem, "; %s already written",
			 count_text(filter->passed_count, "map was", "maps were"));

	if (options->find > 0)
		set_option(message, options, OPTION_FIND);
	else
		place_set_option(&message->place, &option_table[OPTION_WHERE], NULL);
}

/* Explains that a search ended at the last seed of the random number generator. */
static void explain_last_seed(const struct filter *filter, const struct label *label,
			      struct outcome *outcome)
{
	const struct options *options = filter->options;
	struct message *message = outcome_fail(outcome);
	set_option(message, options, OPTION_FIND);
	fail(message, STATUS_IMPOSSIBLE,
	     "only %s up to seed %" PRIu64 ", the largest seed of --rng %s",
	     count_text(filter->passed_count, "map was found", "maps were found"), label->seed,
	     options->rng->name);
	advise(message, "try a smaller --seed");
}

void filter_fail(const struct filter *filter, const struct map *map, const struct label *label,
		 bool keeps_maps, struct outcome *outcome)
{
	const struct near_misses *misses = &filter->near_misses;
	const bool is_search = filter->options->find > 0;
	if (is_search && misses->miss_count == 0)
		explain_last_seed(filter, label, outcome);
	else if (misses->measured_count == 0)
		/* Only maps with enough rooms are measured. */
		explain_rooms(filter, map, label, outcome);
	else if (misses->miss_count == 1 && !is_search)
		explain_map(filter, label, outcome);
	else
		explain_search(filter, label, keeps_maps, outcome);
}

void filter_add_notice(const struct filter *filter, const struct label *label,
		       struct outcome *outcome)
{
	const struct options *options = filter->options;
	const uint64_t missed_count = filter->tried_count - filter->passed_count;
	if (missed_count == 0 || options->quiet)
		return;
	struct message *notice = outcome_notice(outcome);
	text_set(&notice->problem, "%" PRIu64 " of %" PRIu64 " maps %s not meet ", missed_count,
		 filter->tried_count, missed_count == 1 ? "does" : "do");
	const bool has_rooms = options->given[OPTION_MIN_ROOMS] != NULL;
	if (has_rooms)
		text_add(&notice->problem, "--min-rooms");
	if (options->where.conditions != 0)
		text_add(&notice->problem, has_rooms ? " or --where" : "--where");
	if (options->find > 0)
		text_add(&notice->problem, "; the last seed was %" PRIu64, label->seed);
}
