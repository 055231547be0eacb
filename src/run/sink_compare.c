/* SPDX-License-Identifier: MIT */
/*
 * The sink that compares each map with another one, for --compare. The map of the pipeline is
 * either the expected map, and the actual map is read from the file of --compare; or the pipeline
 * reads that file, and the expected map is generated from what the document says.
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
	struct map second_map;        /* the map that the map of the pipeline is compared with */
	struct label second_label;    /* where that map comes from, if it was read */
	struct compare compare;       /* memory */
	struct diagnosis diagnosis;   /* memory of a search for mistakes */
};

/* A comparison of two maps. */
struct pair {
	const struct map *expected;
	const struct map *actual;
	const struct rng *rng; /* of the expected map; NULL if that cannot be generated */
	const struct history *expected_history; /* if the expected map is a trace; otherwise NULL */
	const struct label *expected_label;     /* NULL if a document says what to expect */
	const struct label *actual_label;
};

/*
 * Finds the first number in which the actual map, if it is a trace, differs from the expected one,
 * and adds a sentence about it to the text. Returns false if out of memory.
 */
static bool compare_draws(const struct pair *pair, struct text *text)
{
	const struct map *expected = pair->expected;
	const struct traced_map actual = {pair->actual, pair->actual_label->history};
	if (!pair->rng || actual.history->attempt_count == 0)
		return true;
	if (pair->expected_history) {
		add_draws(text, &(struct traced_map){expected, pair->expected_history}, &actual);
		return true;
	}
	/* Generate the map once more, since it came without its attempts. */
	struct map again = {.room_count = 0};
	struct history history = {.attempt_count = 0};
	const bool is_made = expected_generate(pair->rng, &expected->recipe, &again, &history) ==
			     GENERATOR_MADE;
	if (is_made)
		add_draws(text, &(struct traced_map){&again, &history}, &actual);
	map_free(&again);
	history_free(&history);
	return is_made;
}

/* Prints that a map differs because its characters are not dungen's. Returns false if they are. */
static bool tell_missing_glyph(const struct label *label, const struct map *map,
			       const struct difference *difference)
{
	if (!label || !label->missing_glyph)
		return false;
	struct error error = {.line = 0};
	label_describe(label, &error);
	error_set_problem(&error,
			  "%" PRIu32 " of %" PRIu32 " rows differ; the map does not contain '%s'",
			  difference->rows, map->recipe.height, label->missing_glyph);
	error_set_fix(&error, "use --glyphs to define the characters for wall and floor");
	error_print(&error);
	return true;
}

static void set_file_and_seed(struct error *error, const char *file, uint64_t seed)
{
	text_set(&error->file, "%s", file);
	error->has_seed = true;
	error->seed = seed;
}

/* Prints how a pair of maps differs. */
static void print_finding(const struct compare_sink *sink, const struct pair *pair,
			  const char *text, bool is_one_of_several)
{
	const struct label *expected = pair->expected_label;
	struct error error = {.line = 0};
	/* Among several generated maps, the seed tells which one differs. */
	if (is_one_of_several && expected && !expected->file)
		set_file_and_seed(&error, sink->second_label.file, expected->seed);
	else
		label_describe(pair->actual_label, &error);
	error_set_problem(&error, "%s", text);
	error_print(&error);
}

/* Prints how two maps differ, and what may be the cause. Returns false if out of memory. */
static bool tell_difference(struct compare_sink *sink, const struct pair *pair,
			    const struct difference *difference, const char *draws)
{
	const struct options *options = sink->options;
	const struct map *expected = pair->expected;
	const struct map *actual = pair->actual;
	const bool most_rows_differ = difference->rows > expected->recipe.height / 2;
	if (most_rows_differ && tell_missing_glyph(pair->actual_label, actual, difference))
		return true;
	if (most_rows_differ && tell_missing_glyph(pair->expected_label, expected, difference))
		return true;

	struct cause cause = {.mistakes = 0};
	const bool tiles_differ = difference->rows > 0 || difference->kind == DIFFERENCE_SIZE;
	if (pair->rng && tiles_differ &&
	    !diagnose(&sink->diagnosis, pair->rng, expected, pair->expected_history, &sink->compare,
		      &actual->recipe, &cause))
		return false;

	const struct finding finding = {
		.expected = expected,
		.actual = actual,
		.difference = difference,
		.cause = &cause,
		.draws = draws,
		.is_located = options->count > 1 || options->find > 0,
	};
	struct text text = {.length = 0};
	add_finding(&text, &finding);
	const bool is_generated = !options->source_path;
	const bool has_trace = pair->actual_label->history->attempt_count > 0;
	const bool is_first_room_missing = cause.mistakes == 0 && cause.attempt == 1;
	if (most_rows_differ && is_first_room_missing && is_generated && !has_trace)
		text_add(&text,
			 "; if the program has its own random numbers, give its trace to --input");
	print_finding(sink, pair, text.bytes, finding.is_located);
	return true;
}

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
	if (!tell_difference(sink, pair, &difference, draws.bytes))
		return outcome_fail_memory(sink->outcome);
	return true;
}

/* Prints the note on a map. A mistake of the program that wrote the map is a fault. */
static void tell_note(struct compare_sink *sink, const struct label *label)
{
	if (!label->is_suspect)
		label_print_note(label, sink->options);
	else if (outcome_report(sink->outcome, STATUS_NO_MAP))
		label_print(label, label->note);
}

/* Fails because the actual maps end before the expected ones. */
static bool fail_at_end(struct compare_sink *sink, const struct label *label)
{
	const struct label *actual = &sink->second_label;
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	text_set(&error->file, "%s", actual->file);
	error_set_problem(error, "ends after %s", count_text(actual->document, "map", "maps"));
	if (label->file)
		error_set_fix(error, "%s has more", label->file);
	else
		error_set_fix(error,
			      "if each file has one map, try --compare with %%d in its name");
	return false;
}

/*
 * Reads the actual map that belongs to an expected one, and sets *is_read. If the file cannot be
 * read, that is reported, and the run may go on. Returns false if the run has to end.
 */
static bool read_actual(struct compare_sink *sink, const struct label *label, bool *is_read)
{
	struct source *source = sink->actual_source;
	*is_read = false;
	switch (source_of_files_read(source, label->seed, label->number, &sink->second_map,
				     &sink->second_label)) {
	case SOURCE_MAP:
		*is_read = true;
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

/* Takes an expected map, and compares the actual map that is read for it. */
static bool compare_take_expected(struct sink *base, const struct map *map,
				  const struct label *label)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	if (!label->has_seed && pattern_has(sink->options->compare, "d")) {
		struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
		label_describe(label, error);
		error_set_problem(error, "has no seed for the %%d of --compare");
		error_set_fix(error, "use %%i, the number of the map");
		return false;
	}
	tell_note(sink, label);
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

/* Takes an actual map, and compares it with the map that its document says it is. */
static bool compare_take_actual(struct sink *base, const struct map *map, const struct label *label)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	struct pair pair = {
		.expected = &sink->second_map,
		.actual = map,
		.actual_label = label,
	};
	struct recipe recipe;
	enum generator_result result = GENERATOR_TOO_FEW_ROOMS;
	tell_note(sink, label);
	if (expected_read(map, &recipe, &pair.rng))
		result = expected_generate(pair.rng, &recipe, &sink->second_map, NULL);
	if (result == GENERATOR_MADE)
		return compare_pair(sink, &pair);
	if (result == GENERATOR_NO_MEMORY)
		return outcome_fail_memory(sink->outcome);
	struct error *error = outcome_fail(sink->outcome, STATUS_USAGE);
	error->option = "compare";
	error_set_problem(error, "%s has no seed and options that make a map", label_place(label));
	error_set_fix(error, "give --seed");
	return false;
}

/* Returns whether the actual maps follow one another in one file. */
static bool has_actual_maps_in_order(const struct compare_sink *sink)
{
	return sink->actual_source && !pattern_has(sink->options->compare, "di");
}

/*
 * Reports a file of the pipeline that has no map, and drops its counterpart. If the counterparts
 * have ended, the next expected map reports that.
 */
static bool compare_missing(struct sink *base, const struct failure *failure)
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

/* Looks for actual maps after the last expected one, which must not be there. */
static void check_end(struct compare_sink *sink, const struct label *label)
{
	struct source *source = sink->actual_source;
	const struct label *actual = &sink->second_label;
	const enum source_result result = source->next(source, &sink->second_map,
						       &sink->second_label);
	if (result == SOURCE_END)
		return;
	if (result == SOURCE_FAILED) {
		(void)outcome_fail_with(sink->outcome, &source->failure);
		return;
	}
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	text_set(&error->file, "%s", actual->file);
	error_set_problem(error, "has more maps than %s (%" PRIu64 ")",
			  label->file ? label->file : "were made", actual->document - 1);
	if (!label->file)
		error_set_fix(error, "ask for more with --count");
}

static void compare_end(struct sink *base, const struct label *label, bool is_complete)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	if (is_complete && has_actual_maps_in_order(sink))
		check_end(sink, label);
	if (sink->actual_source)
		sink->actual_source->close(sink->actual_source);
	map_free(&sink->second_map);
	diagnosis_free(&sink->diagnosis);
	compare_free(&sink->compare);
	free(sink);
}

struct sink *sink_of_compare(const struct options *options, struct progress *progress,
			     struct outcome *outcome)
{
	struct compare_sink *sink = calloc(1, sizeof *sink);
	if (!sink)
		return NULL;
	sink->sink = (struct sink){.missing = compare_missing, .end = compare_end};
	sink->options = options;
	sink->progress = progress;
	sink->outcome = outcome;
	sink->second_label = (struct label){.file = options->compare, .note = "", .descriptor = -1};
	sink->sink.take = compare_take_actual;
	if (options->expected == EXPECTED_FROM_DOCUMENT)
		return (struct sink *)sink;
	sink->sink.take = compare_take_expected;
	sink->actual_source = source_of_files(options, options->compare, options->compare_format,
					      progress);
	if (sink->actual_source)
		return (struct sink *)sink;
	compare_end(&sink->sink, NULL, false);
	return NULL;
}
