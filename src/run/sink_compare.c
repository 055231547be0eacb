/* SPDX-License-Identifier: MIT */
/*
 * The sink that compares an actual map with an expected map, for --compare. It gets one of the two
 * from the pipeline:
 *
 *     with --seed or --input, the pipeline has the expected map, and the sink reads the actual map
 *     from the file of --compare
 *
 *     otherwise, the pipeline reads the actual map from the file of --compare, and the sink
 *     generates the expected map from the recipe in that document
 */
#include "run/sink.h"

#include "diagnose/diagnose.h"
#include "io/pattern.h"
#include "map/compare.h"
#include "run/expected.h"
#include "run/fault_words.h"
#include "run/label_words.h"

#include <inttypes.h>
#include <stdlib.h>

struct compare_sink {
	struct sink sink;
	const struct options *options;
	struct progress *progress;
	struct outcome *outcome;
	struct source *actual_source; /* reads the actual maps; NULL if the pipeline does */
	struct map second_map;        /* the map that does not come from the pipeline */
	struct label second_label;    /* where the second map comes from, if it is the actual map */
	struct compare compare;       /* memory of compare_maps */
	struct diagnosis diagnosis;   /* memory of diagnose */
};

/* The two maps of a comparison. */
struct pair {
	const struct map *expected;
	const struct map *actual;
	const struct rng *rng; /* generates the expected map; NULL if its recipe is not known */
	const struct history *expected_history; /* NULL if the expected map is not a trace */
	const struct label *expected_label;     /* NULL if the sink generated the expected map */
	const struct label *actual_label;
};

/* Finding differences. */

/*
 * Generates the expected map once more, because it came without its history, and describes the
 * first random number in which the actual map differs. Returns false if out of memory.
 */
static bool compare_with_regenerated(const struct pair *pair, const struct traced_map *actual,
				     struct text *text)
{
	struct map map = {.room_count = 0};
	struct history history = {.attempt_count = 0};
	const struct traced_map expected = {&map, &history};
	const enum generator_result result = expected_generate(pair->rng, &pair->expected->recipe,
							       &map, &history);
	if (result == GENERATOR_MADE)
		draws_describe(&expected, actual, text);
	map_free(&map);
	history_free(&history);
	return result == GENERATOR_MADE;
}

/*
 * If the actual map is a trace, describes the first random number in which it differs from the
 * expected map. Adds nothing to the text if all numbers are right. Returns false if out of memory.
 */
static bool compare_draws(const struct pair *pair, struct text *text)
{
	const struct traced_map expected = {pair->expected, pair->expected_history};
	const struct traced_map actual = {pair->actual, pair->actual_label->history};
	if (!pair->rng || actual.history->attempt_count == 0)
		return true;
	if (!expected.history)
		return compare_with_regenerated(pair, &actual, text);
	draws_describe(&expected, &actual, text);
	return true;
}

/*
 * Finds the mistakes that explain a difference in tiles. Leaves *cause empty if the expected map
 * cannot be generated. Returns false if out of memory.
 */
static bool find_cause(struct compare_sink *sink, const struct pair *pair,
		       const struct difference *difference, struct cause *cause)
{
	const bool tiles_differ = difference->rows > 0 || difference->kind == DIFFERENCE_SIZE;
	if (!pair->rng || !tiles_differ)
		return true;
	return diagnose(&sink->diagnosis, pair->rng, pair->expected, pair->expected_history,
			&sink->compare, &pair->actual->recipe, cause);
}

/* Returns whether more than half of the rows differ. */
static bool most_rows_differ(const struct pair *pair, const struct difference *difference)
{
	return difference->rows > pair->expected->recipe.height / 2;
}

/*
 * Suggests to compare a trace, if a program seems to have drawn other numbers for the rooms: no
 * known mistake explains the map, most of its rows differ, and it is not a trace already. If not
 * even the first room is right, the program may also have a random number generator of its own.
 */
static void suggest_trace(const struct compare_sink *sink, const struct pair *pair,
			  const struct difference *difference, const struct cause *cause,
			  struct error *error)
{
	const bool is_generated = !sink->options->source_path;
	const bool has_trace = pair->actual_label->history->attempt_count > 0;
	const bool is_part_missing = cause->mistakes == 0 && cause->attempt > 0;
	if (!is_generated || has_trace || !is_part_missing || !most_rows_differ(pair, difference))
		return;
	if (cause->attempt == 1)
		error_set_fix(error, "compare a trace of the program, or use --input with the "
				     "trace if the program has its own random numbers");
	else
		error_set_fix(error,
			      "compare a trace of the program, which shows the wrong number");
}

/* Printing differences. */

/*
 * If a map is a text without the character for wall or floor, prints that the maps differ for this
 * reason. Returns whether it did. The label may be NULL.
 */
static bool print_missing_glyph(const struct label *label, const struct map *map,
				const struct difference *difference)
{
	if (!label || !label->missing_glyph)
		return false;
	struct error error = {.status = STATUS_NO_MAP};
	label_describe(label, &error);
	error_set_problem(&error,
			  "%" PRIu32 " of %" PRIu32 " rows differ; the map does not contain '%s'",
			  difference->rows, map->recipe.height, label->missing_glyph);
	error_set_fix(&error, "use --glyphs to define the characters for wall and floor");
	error_print(&error);
	return true;
}

/* Returns whether the run compares more than one map. */
static bool has_several_maps(const struct options *options)
{
	return options->count > 1 || options->find > 0;
}

/* Sets where a difference is. */
static void set_place(const struct compare_sink *sink, const struct pair *pair, struct error *error)
{
	const struct label *expected = pair->expected_label;
	const bool is_generated = expected && !expected->file;
	if (!is_generated || !has_several_maps(sink->options)) {
		label_describe(pair->actual_label, error);
		return;
	}
	/* Among several generated maps, the seed tells which map differs. */
	text_set(&error->file, "%s", sink->second_label.file);
	error->has_seed = true;
	error->seed = expected->seed;
}

/* Prints how two maps differ, and the probable cause. Returns false if out of memory. */
static bool print_difference(struct compare_sink *sink, const struct pair *pair,
			     const struct difference *difference, const char *draws)
{
	if (most_rows_differ(pair, difference)) {
		if (print_missing_glyph(pair->actual_label, pair->actual, difference))
			return true;
		if (print_missing_glyph(pair->expected_label, pair->expected, difference))
			return true;
	}
	struct cause cause = {.mistakes = 0};
	if (!find_cause(sink, pair, difference, &cause))
		return false;
	const struct finding finding = {
		.expected = pair->expected,
		.actual = pair->actual,
		.difference = difference,
		.cause = &cause,
		.draws = draws,
		.is_located = has_several_maps(sink->options),
	};
	struct error error = {.status = STATUS_NO_MAP};
	set_place(sink, pair, &error);
	finding_describe(&finding, &error);
	suggest_trace(sink, pair, difference, &cause, &error);
	error_print(&error);
	return true;
}

/* Prints the note on a map. If it names a mistake in the map, reports it as a fault. */
static void report_note(struct compare_sink *sink, const struct label *label)
{
	if (!label->is_suspect) {
		label_print_note(label, sink->options);
		return;
	}
	if (!outcome_report(sink->outcome, STATUS_NO_MAP))
		return;
	struct error error = {.status = STATUS_NO_MAP};
	label_describe(label, &error);
	error_set_problem(&error, "%s", label->note);
	error_print(&error);
}

/* The sink. */

/* Compares the maps of a pair, and reports how they differ. Returns false if out of memory. */
static bool compare_pair(struct compare_sink *sink, const struct pair *pair)
{
	struct difference difference;
	struct text draws = {.length = 0};
	if (!compare_maps(&sink->compare, pair->expected, pair->actual, &difference,
			  &sink->progress->watch))
		return outcome_fail_memory(sink->outcome);
	if (difference.kind != DIFFERENCE_SIZE && !compare_draws(pair, &draws))
		return outcome_fail_memory(sink->outcome);
	if (difference.kind == DIFFERENCE_NONE && draws.length == 0)
		return true;
	if (!outcome_report(sink->outcome, STATUS_NO_MAP))
		return true;
	if (!print_difference(sink, pair, &difference, draws.bytes))
		return outcome_fail_memory(sink->outcome);
	return true;
}

/* Fails the outcome because the actual maps end before the expected maps. Returns false. */
static bool fail_at_end(struct compare_sink *sink, const struct label *label)
{
	const struct label *actual = &sink->second_label;
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	text_set(&error->file, "%s", actual->file);
	error_set_problem(error, "contains only %s", count_text(actual->document, "map", "maps"));
	if (label->file)
		error_set_fix(error, "%s contains more maps", label->file);
	else
		error_set_fix(error,
			      "if each file contains one map, try --compare with %%d in its name");
	return false;
}

/*
 * Reads the actual map that belongs to an expected map, and sets *is_read. Only reports a file that
 * does not contain a map, and sets *is_read to false then. Returns false if the run has to end.
 */
static bool read_actual(struct compare_sink *sink, const struct label *label, bool *is_read)
{
	struct source *source = sink->actual_source;
	const enum source_result result = files_source_read(source, label->seed, label->number,
							    &sink->second_map, &sink->second_label);
	*is_read = result == SOURCE_MAP;
	switch (result) {
	case SOURCE_MAP:
		return true;
	case SOURCE_UNREADABLE:
		outcome_report_failure(sink->outcome, &source->failure);
		return true;
	case SOURCE_FAILED:
		return outcome_fail_with(sink->outcome, &source->failure);
	default:
		return fail_at_end(sink, label);
	}
}

/* Fails the outcome because the seed that the actual file is named after is not known. */
static bool fail_without_seed(struct compare_sink *sink, const struct label *label)
{
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	label_describe(label, error);
	error_set_problem(error, "missing seed for the %%d of --compare");
	error_set_fix(error, "use %%i, the number of the map");
	return false;
}

/* The `take` for an expected map. Reads its actual map, and compares both. */
static bool compare_sink_take_expected(struct sink *base, const struct map *map,
				       const struct label *label)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	if (!label->has_seed && pattern_has(sink->options->compare, "d"))
		return fail_without_seed(sink, label);
	report_note(sink, label);
	bool is_read;
	if (!read_actual(sink, label, &is_read))
		return false;
	if (!is_read)
		return true;

	struct pair pair = {
		.expected = map,
		.actual = &sink->second_map,
		.expected_label = label,
		.actual_label = &sink->second_label,
	};
	const bool is_generated = !label->file;
	if (!is_generated && label->history->attempt_count > 0)
		pair.expected_history = label->history;
	if (is_generated || pair.expected_history)
		pair.rng = sink->options->rng;
	return compare_pair(sink, &pair);
}

/* Fails the outcome because a document does not say which map it should contain. Returns false. */
static bool fail_without_recipe(struct compare_sink *sink, const struct label *label)
{
	struct error *error = outcome_fail(sink->outcome, STATUS_USAGE);
	error->option = "compare";
	label_describe(label, error);
	error_set_problem(error, "does not contain the seed and options of a map");
	error_set_fix(error, "add --seed");
	return false;
}

/* The `take` for an actual map. Generates the map that its document should contain. */
static bool compare_sink_take_actual(struct sink *base, const struct map *map,
				     const struct label *label)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	struct pair pair = {
		.expected = &sink->second_map,
		.actual = map,
		.actual_label = label,
	};
	struct recipe recipe;
	report_note(sink, label);
	if (!expected_read(map, &recipe, &pair.rng))
		return fail_without_recipe(sink, label);
	switch (expected_generate(pair.rng, &recipe, &sink->second_map, NULL)) {
	case GENERATOR_MADE:
		return compare_pair(sink, &pair);
	case GENERATOR_NO_MEMORY:
		return outcome_fail_memory(sink->outcome);
	case GENERATOR_TOO_FEW_ROOMS:
		break;
	}
	return fail_without_recipe(sink, label);
}

/* Returns whether the sink reads all actual maps from one file, one after another. */
static bool has_actual_maps_in_order(const struct compare_sink *sink)
{
	return sink->actual_source && !pattern_has(sink->options->compare, "di");
}

/*
 * Reports a file of the pipeline that does not contain a map, and drops the actual map that belongs
 * to it. If there are no more actual maps, the next expected map fails the outcome.
 */
static bool compare_sink_missing(struct sink *base, const struct failure *failure)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	outcome_report_failure(sink->outcome, failure);
	if (!has_actual_maps_in_order(sink))
		return true;
	struct source *source = sink->actual_source;
	if (source->next(source, &sink->second_map, &sink->second_label) == SOURCE_FAILED)
		return outcome_fail_with(sink->outcome, &source->failure);
	return true;
}

/* Fails the outcome if the file of actual maps continues after the last expected map. */
static void check_no_map_remains(struct compare_sink *sink, const struct label *label)
{
	struct source *source = sink->actual_source;
	struct label *actual = &sink->second_label;
	const enum source_result result = source->next(source, &sink->second_map, actual);
	if (result == SOURCE_END)
		return;
	if (result == SOURCE_FAILED) {
		(void)outcome_fail_with(sink->outcome, &source->failure);
		return;
	}
	const uint64_t expected_count = actual->document - 1;
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	text_set(&error->file, "%s", actual->file);
	if (label->file) {
		error_set_problem(error, "contains more maps than %s (%" PRIu64 ")", label->file,
				  expected_count);
	} else {
		error_set_problem(error, "contains more maps than were generated (%" PRIu64 ")",
				  expected_count);
		error_set_fix(error, "generate more maps with --count");
	}
}

static void compare_sink_end(struct sink *base, const struct label *label, bool is_complete)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	if (is_complete && has_actual_maps_in_order(sink))
		check_no_map_remains(sink, label);
	if (sink->actual_source)
		sink->actual_source->close(sink->actual_source);
	map_free(&sink->second_map);
	diagnosis_free(&sink->diagnosis);
	compare_free(&sink->compare);
	free(sink);
}

struct sink *compare_sink_open(const struct options *options, struct progress *progress,
			       struct outcome *outcome)
{
	struct compare_sink *sink = calloc(1, sizeof *sink);
	if (!sink)
		return NULL;
	sink->sink = (struct sink){.missing = compare_sink_missing, .end = compare_sink_end};
	sink->options = options;
	sink->progress = progress;
	sink->outcome = outcome;
	sink->second_label = (struct label){.file = options->compare, .note = "", .descriptor = -1};
	sink->sink.take = compare_sink_take_actual;
	if (options->expected == EXPECTED_FROM_DOCUMENT)
		return (struct sink *)sink;
	sink->sink.take = compare_sink_take_expected;
	sink->actual_source = files_source_open(options, options->compare, options->compare_format,
						progress);
	if (sink->actual_source)
		return (struct sink *)sink;
	compare_sink_end(&sink->sink, NULL, false);
	return NULL;
}
