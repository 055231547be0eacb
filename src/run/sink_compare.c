/* SPDX-License-Identifier: MIT */
/*
 * The sink that compares the maps of files with expected maps, for --compare. The options decide
 * where an expected map comes from:
 *
 *     --seed S         the k-th map of the files is expected to be the map of seed S+k-1
 *     --draws TRACE    the only map is expected to be the map of a trace
 *     neither          each document is expected to contain the map of its own seed and options
 */
#include "run/sink.h"

#include "cli/table.h"
#include "diagnose/diagnose.h"
#include "generate/generate.h"
#include "map/compare.h"
#include "run/compare_words.h"

#include <inttypes.h>
#include <string.h>

enum {
	PRINTED_MAX = 3,          /* number of maps whose difference is printed */
	SIZE_TILES_MAX = 1 << 22, /* tiles of a map that is generated to check advice on its size */
};

struct compare_sink {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct generator *generator; /* generates the maps of the options; NULL without --seed */
	struct source *trace_source; /* reads the trace of --draws; NULL without it */
	uint64_t expected_count;     /* number of maps that the files must contain; 0 for any */
	uint64_t different_count;    /* number of maps that differ */
	bool has_size_difference;    /* a map with another size was printed */

	/* The expected map. */
	struct map expected;
	const struct rng *rng;

	struct compare compare;     /* memory of compare_maps */
	struct diagnosis diagnosis; /* what explains the maps that differ */
};

/* The expected map. */

/*
 * Stores the recipe of a document in *recipe, including the seed, and its random number generator
 * in *rng. Returns false, with the option that is wrong, if dungen cannot generate a map from them.
 */
static bool read_recipe(const struct map *document, const struct origin *origin,
			struct recipe *recipe, const struct rng **rng, struct message *message)
{
	static const uint8_t wrong_options[] = {
		[RECIPE_OUT_OF_RANGE] = RECIPE_OPTION_width,
		[RECIPE_LARGE_ROOMS] = RECIPE_OPTION_room_max,
		[RECIPE_REVERSED] = RECIPE_OPTION_room_min,
		[RECIPE_WRONG_SPAWN] = RECIPE_OPTION_spawn,
		[RECIPE_NO_SPACE] = RECIPE_OPTION_min_rooms,
		[RECIPE_TOO_MANY] = RECIPE_OPTION_max_rooms,
	};
	const struct recipe *written = &document->recipe;
	size_t rng_index;
	/* A reader keeps the algorithm only if the document also has a seed and a whole recipe. */
	if (!written->algorithm && origin->strange_parameter)
		return fail(message, STATUS_USAGE, "params.%s is unknown or cannot have this value",
			    origin->strange_parameter);
	if (!written->algorithm)
		return fail(message, STATUS_USAGE,
			    "does not contain the seed and options of a map");
	*recipe = recipe_of_tutorials();
	recipe->seed = written->seed;
	/* A document always has these. */
	for (size_t i = RECIPE_OPTION_max_rooms; i <= RECIPE_OPTION_room_max; i++)
		recipe_set(recipe, &recipe_options[i], 0);
	for (size_t i = 0; i < written->parameter_count; i++)
		(void)recipe_set_parameter(recipe, &written->parameters[i]);
	for (size_t i = RECIPE_OPTION_max_rooms; i <= RECIPE_OPTION_room_max; i++) {
		if (recipe_get(recipe, &recipe_options[i]) == 0)
			return fail(message, STATUS_USAGE, "params.%s is missing",
				    recipe_options[i].key);
	}
	recipe->width = written->width;
	recipe->height = written->height;
	if (!table_find_choice(&option_table[OPTION_RNG], written->rng, strlen(written->rng),
			       &rng_index))
		return fail(message, STATUS_USAGE, "unknown rng %s", written->rng);
	*rng = rng_table[rng_index];
	if (recipe->seed > (*rng)->max_seed)
		return fail(message, STATUS_USAGE, "seed must be at most %" PRIu64 " with rng %s",
			    (*rng)->max_seed, (*rng)->name);
	const enum recipe_fault fault = recipe_check(recipe);
	if (fault == RECIPE_SOUND)
		return true;
	const struct recipe_option *option = &recipe_options[wrong_options[fault]];
	return fail(message, STATUS_USAGE, "%s cannot be %" PRIu32 " with its other options",
		    option->key, recipe_get(recipe, option));
}

/*
 * Finds the expected map of an actual map. Returns false if there is none, after reporting it, or
 * after failing the outcome.
 */
static bool expect_map(struct compare_sink *sink, const struct map *actual,
		       const struct origin *origin)
{
	const struct options *options = sink->options;
	const uint64_t index = origin->number - 1;
	const bool keeps_attempts = actual->attempt_count > 0;
	struct generator *generator = sink->generator;
	struct recipe recipe = {.seed = options->seed + index};
	struct message message = {.level = LEVEL_ERROR};
	message.place.option = "compare";
	origin_describe(origin, &message);
	if (sink->trace_source)
		return true;
	if (!generator) {
		if (read_recipe(actual, origin, &recipe, &sink->rng, &message)) {
			generator = generator_new(sink->rng, &recipe);
			if (!generator)
				return outcome_stop(sink->outcome);
		} else {
			advise(&message, "add --seed");
		}
	} else if (index > sink->rng->max_seed - options->seed) {
		fail(&message, STATUS_USAGE,
		     "the last seed must be at most %" PRIu64 " with --rng %s", sink->rng->max_seed,
		     sink->rng->name);
	}
	enum generator_result result = GENERATOR_TOO_FEW_ROOMS;
	if (message_is_empty(&message))
		result = generator_make(generator, recipe.seed, &sink->expected, keeps_attempts);
	if (!sink->generator)
		generator_free(generator);
	if (result == GENERATOR_MADE)
		return true;
	if (result == GENERATOR_NO_MEMORY)
		return outcome_stop(sink->outcome);
	/* Keeps an earlier problem. */
	if (sink->generator)
		fail(&message, STATUS_IMPOSSIBLE,
		     "seed %" PRIu64 " does not generate a map with these options", recipe.seed);
	else
		fail(&message, STATUS_USAGE,
		     "min_rooms cannot be %" PRIu32 " with its other options", recipe.min_rooms);
	outcome_report_failure(sink->outcome, &message);
	return false;
}

/* The sink. */

/* Counts a map that differs. Returns whether its difference is printed. */
static bool report_different_map(struct compare_sink *sink)
{
	if (++sink->different_count > PRINTED_MAX)
		return false;
	return outcome_report(sink->outcome, STATUS_NO_MAP);
}

/* Returns the value of an option, as documents spell it. A phrase. */
static const char *value_text(const struct recipe *recipe, const struct recipe_option *option)
{
	const uint32_t value = recipe_get(recipe, option);
	return option->names ? option->names[value] : phrase("%" PRIu32, value);
}

/*
 * Compares the values of a document that concern neither tiles nor rooms. What one of the maps
 * lacks is equal. Returns false, with the problem, if a value differs.
 */
static bool compare_values(const struct map *expected, const struct map *actual,
			   struct message *message)
{
	const struct recipe *a = &expected->recipe;
	const struct recipe *b = &actual->recipe;
	if (a->algorithm && b->algorithm && strcmp(a->algorithm, b->algorithm) != 0)
		return fail(message, STATUS_NO_MAP, "algorithm: expected %s, found %s",
			    a->algorithm, b->algorithm);
	if (a->rng && b->rng && strcmp(a->rng, b->rng) != 0)
		return fail(message, STATUS_NO_MAP, "rng: expected %s, found %s", a->rng, b->rng);
	for (size_t i = 0; i < b->parameter_count && a->rng; i++) {
		struct recipe changed = *a;
		(void)recipe_set_parameter(&changed, &b->parameters[i]);
		for (size_t k = 0; k < RECIPE_OPTION_COUNT; k++) {
			const struct recipe_option *option = &recipe_options[k];
			if (recipe_get(a, option) != recipe_get(&changed, option))
				return fail(message, STATUS_NO_MAP,
					    "params.%s: expected %s, found %s", option->key,
					    value_text(a, option), value_text(&changed, option));
		}
	}
	for (uint32_t i = 0; i < lesser(expected->distance_count, actual->distance_count); i++) {
		if (expected->distances[i] != actual->distances[i])
			return fail(message, STATUS_NO_MAP,
				    "room %" PRIu32 ": expected distance %" PRIu64
				    ", found %" PRIu64,
				    i, expected->distances[i], actual->distances[i]);
	}
	if (a->exit == EXIT_FARTHEST && b->exit == EXIT_FARTHEST &&
	    expected->exit_distance != actual->exit_distance)
		return fail(message, STATUS_NO_MAP,
			    "exit_distance: expected %" PRIu64 ", found %" PRIu64,
			    expected->exit_distance, actual->exit_distance);
	return true;
}

/*
 * Stores in *makes whether the options make an actual map if they have its size. Returns false if
 * out of memory.
 */
static bool makes_size(struct compare_sink *sink, const struct map *actual, bool *makes)
{
	struct recipe recipe = sink->options->recipe;
	struct map map = {.room_count = 0};
	struct difference difference;
	recipe.width = actual->recipe.width;
	recipe.height = actual->recipe.height;
	*makes = false;
	if (!sink->generator || recipe_check(&recipe) != RECIPE_SOUND ||
	    recipe_tiles(&recipe) > SIZE_TILES_MAX)
		return true;
	struct generator *generator = generator_new(sink->rng, &recipe);
	if (!generator)
		return false;
	const enum generator_result result = generator_make(generator, sink->expected.recipe.seed,
							    &map, false);
	bool has_memory = result != GENERATOR_NO_MEMORY;
	if (result == GENERATOR_MADE) {
		has_memory = compare_maps(&sink->compare, &map, actual, &difference);
		*makes = has_memory && difference.kind == DIFFERENCE_NONE;
	}
	generator_free(generator);
	map_free(&map);
	return has_memory;
}

/* Lets a map that is right refute mistakes. Returns false if the run has to end. */
static bool add_right_map(struct compare_sink *sink, const struct map *actual)
{
	struct diagnosis *diagnosis = &sink->diagnosis;
	if (sink->trace_source || !diagnosis_wants_right_map(diagnosis, &sink->expected.recipe))
		return true;
	if (compare_draw(&sink->compare, &sink->expected, actual) &&
	    diagnosis_add_right_map(diagnosis, sink->rng, &sink->expected, &sink->compare))
		return true;
	return outcome_stop(sink->outcome);
}

/* Compares an actual map with the expected map. Returns false if the run has to end. */
static bool compare_map(struct compare_sink *sink, const struct map *actual,
			const struct origin *origin)
{
	struct diagnosis *diagnosis = &sink->diagnosis;
	struct difference difference;
	struct message message = {.status = STATUS_NO_MAP};
	struct finding finding = {
		.expected = &sink->expected,
		.actual = actual,
		.difference = &difference,
		.reads_lists = origin->reads_lists,
	};
	if (!compare_maps(&sink->compare, &sink->expected, actual, &difference))
		return outcome_stop(sink->outcome);
	if (difference.kind != DIFFERENCE_SIZE && actual->attempt_count > 0)
		draws_describe(&finding, &finding.draws);
	if (difference.kind == DIFFERENCE_NONE && finding.draws.length == 0) {
		compare_values(&sink->expected, actual, &message);
		if (origin->note_is_fault)
			fail(&message, STATUS_NO_MAP, "%s", origin->note);
		if (message_is_empty(&message))
			return add_right_map(sink, actual);
	}
	const bool is_printed = report_different_map(sink);
	const bool is_swapped = difference.kind == DIFFERENCE_SIZE &&
				sizes_are_swapped(&sink->expected.recipe, &actual->recipe);
	const bool tiles_differ = difference.rows > 0 || is_swapped;
	/* After the maps that are printed, go on only if there are sets of mistakes to judge. */
	if (tiles_differ && (is_printed || diagnosis->set_count > 0) &&
	    !diagnose(diagnosis, sink->rng, &sink->expected, &sink->compare, &actual->recipe,
		      &finding.cause))
		return outcome_stop(sink->outcome);
	if (!is_printed)
		return true;
	finding.is_misread = origin->reads_lists && origin->note[0] != '\0';
	finding.repeats_size = sink->has_size_difference;
	if (difference.kind == DIFFERENCE_SIZE) {
		sink->has_size_difference = true;
		if (!makes_size(sink, actual, &finding.makes_size))
			return outcome_stop(sink->outcome);
	}
	origin_describe(origin, &message);
	if (message_is_empty(&message))
		finding_describe(&finding, &message);
	/* The reader may have misread the tiles. A trace was compared in more detail than that. */
	if (actual->attempt_count == 0 && !origin->note_is_fault)
		origin_print_note(origin, sink->options);
	printer_print(&message);
	return true;
}

static bool compare_sink_take(struct sink *base, const struct map *map, const struct origin *origin)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	/* The end of the run reports how many maps are left over. */
	if (sink->expected_count > 0 && origin->number > sink->expected_count)
		return true;
	if (!expect_map(sink, map, origin))
		return message_is_empty(&sink->outcome->message);
	const uint64_t expected_seed = sink->expected.recipe.seed;
	if (!sink->generator || !origin->has_seed || origin->seed == expected_seed)
		return compare_map(sink, map, origin);
	if (!report_different_map(sink))
		return true;
	struct message message = {.status = STATUS_NO_MAP};
	origin_describe(origin, &message);
	fail(&message, STATUS_NO_MAP, "expected seed %" PRIu64 ", found seed %" PRIu64,
	     expected_seed, origin->seed);
	printer_print(&message);
	return true;
}

/* Prints what explains the maps that differ, or how many of them were not printed. */
static void print_summary(const struct compare_sink *sink)
{
	const struct diagnosis *diagnosis = &sink->diagnosis;
	const struct candidate *best = diagnosis_best(diagnosis);
	const uint64_t count = sink->different_count;
	struct message message = {.status = STATUS_NO_MAP};
	/* A map without a diagnosis, such as a cut one, does not hide what the others share. */
	if (diagnosis->map_count > 1 && (best || diagnosis->has_named)) {
		const char *all = "all ";
		if (diagnosis->map_count < count)
			all = phrase("%" PRIu64 " of ", diagnosis->map_count);
		place_set_element(&message.place, "%s%" PRIu64 " maps that differ", all, count);
		summary_describe(diagnosis, &message.problem);
		printer_print(&message);
	} else if (count > PRINTED_MAX) {
		fail(&message, STATUS_NO_MAP, "found %s",
		     count_text(count - PRINTED_MAX, "more map that differs",
				"more maps that differ"));
		printer_print(&message);
	}
}

static void compare_sink_end(struct sink *base, const struct origin *origin, bool is_complete)
{
	struct compare_sink *sink = (struct compare_sink *)base;
	/* The number of maps in a file that cannot be read is not known. */
	if (is_complete && !base->has_unread_maps && sink->expected_count > 0 &&
	    origin->number != sink->expected_count) {
		struct message message = {.status = STATUS_NO_MAP};
		const enum option_id id = sink->trace_source ? OPTION_DRAWS : OPTION_COUNT;
		place_set_option(&message.place, &option_table[id], sink->options->given[id]);
		fail(&message, STATUS_NO_MAP, "expected %s in the files, found %" PRIu64,
		     count_text(sink->expected_count, "map", "maps"), origin->number);
		outcome_report_failure(sink->outcome, &message);
	}
	if (is_complete)
		print_summary(sink);
	if (sink->trace_source)
		sink->trace_source->close(sink->trace_source);
	generator_free(sink->generator);
	map_free(&sink->expected);
	diagnosis_free(&sink->diagnosis);
	compare_free(&sink->compare);
}

/* Reads the expected map from the trace of --draws. Returns false after failing the outcome. */
static bool open_trace(struct compare_sink *sink)
{
	const struct options *options = sink->options;
	struct origin origin;
	sink->trace_source = files_source_open(options, options->draws);
	if (!sink->trace_source)
		return outcome_stop(sink->outcome);
	struct source *source = sink->trace_source;
	if (source->next(source, &sink->expected, &origin) != SOURCE_MAP)
		return outcome_fail_with(sink->outcome, &source->failure);
	/* The note on a trace names a mistake of the program that wrote it, or what may be one. */
	if (!origin.note_is_fault) {
		origin_print_note(&origin, options);
	} else {
		struct message message = {.status = STATUS_NO_MAP};
		origin_describe(&origin, &message);
		fail(&message, STATUS_NO_MAP, "%s", origin.note);
		outcome_report_failure(sink->outcome, &message);
	}
	return true;
}

struct sink *compare_sink_open(const struct options *options, struct outcome *outcome)
{
	static struct compare_sink sink;
	sink = (struct compare_sink){
		.sink = {.take = compare_sink_take,
			 .end = compare_sink_end,
			 .reports_failures = true},
		.options = options,
		.outcome = outcome,
		.rng = options->rng,
	};
	bool is_open = true;
	if (options->given[OPTION_COUNT])
		sink.expected_count = options->count;
	if (options->given[OPTION_SEED]) {
		print_seed(options, options->seed);
		sink.generator = generator_new(options->rng, &options->recipe);
		is_open = sink.generator || outcome_stop(outcome);
	} else if (options->draws) {
		sink.expected_count = 1;
		is_open = open_trace(&sink);
	}
	if (is_open)
		return &sink.sink;
	compare_sink_end(&sink.sink, &(struct origin){.number = 0}, false);
	return NULL;
}
