/* SPDX-License-Identifier: MIT */
/* The source that generates a map from each of consecutive seeds. */
#include "run/source.h"

#include "cli/table.h"
#include "generate/generate.h"
#include "run/label_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Number of seeds that a random first seed leaves for a search. */
enum { SEARCH_ROOM = 1000000000 };

struct seeds_source {
	struct source source;
	const struct options *options;
	struct progress *progress;
	struct generator *generator;
	struct history history; /* attempts of the last map, if the caller needs them */
	struct parameter parameters[OPTION_NONE]; /* options that documents record */
	uint64_t first_seed;
	uint64_t index;      /* index of the next seed, starting at 0 */
	uint64_t index_last; /* index of the last seed */
};

/* Draws the first seed from the operating system, and prints it. Returns false after a failure. */
static bool draw_first_seed(struct seeds_source *seeds, struct outcome *outcome)
{
	const struct options *options = seeds->options;
	uint64_t following = options->count - 1;
	uint64_t random;
	if (options->find > 0)
		following = SEARCH_ROOM;
	if (!system_random(&random, sizeof random)) {
		struct error *error = outcome_fail(outcome, STATUS_FAILED);
		text_set(&error->element, "random seed");
		error_set_problem(error, "%s", system_reason(errno));
		error_set_fix(error, "choose one with --seed");
		return false;
	}
	uint64_t seed_max = UINT32_MAX;
	if (following <= UINT32_MAX)
		seed_max -= following;
	/* A batch that is too large for seeds below 2^32 still has to end in the rng's range. */
	else if (options->rng->max_seed - following < seed_max)
		seed_max = options->rng->max_seed - following;
	seeds->first_seed = random % (seed_max + 1);
	if (!options->quiet)
		message("seed %" PRIu64, seeds->first_seed);
	return true;
}

static enum source_result seeds_source_next(struct source *source, struct map *map,
					    struct label *label)
{
	struct seeds_source *seeds = (struct seeds_source *)source;
	const struct options *options = seeds->options;
	if (seeds->index > seeds->index_last)
		return SOURCE_END;
	label->seed = seeds->first_seed + seeds->index;
	label->has_seed = true;
	label->number = options->first + seeds->index;
	seeds->index++;
	label->history = &seeds->history;
	struct history *history = source->needs_history ? &seeds->history : NULL;
	const enum generator_result result = generator_make(seeds->generator, label->seed, map,
							    history, &seeds->progress->watch);
	label->attempt_count = generator_attempt_count(seeds->generator);
	switch (result) {
	case GENERATOR_MADE:
		return SOURCE_MAP;
	case GENERATOR_TOO_FEW_ROOMS:
		return SOURCE_TOO_FEW_ROOMS;
	case GENERATOR_NO_MEMORY:
		break;
	}
	label_describe_memory(label, options, &source->failure);
	return SOURCE_FAILED;
}

static bool seeds_source_has_more(struct source *source)
{
	(void)source;
	return false;
}

static void seeds_source_close(struct source *source)
{
	struct seeds_source *seeds = (struct seeds_source *)source;
	generator_free(seeds->generator);
	history_free(&seeds->history);
	free(seeds);
}

/* Creates the generator. Returns false if out of memory. */
static bool open_generator(struct seeds_source *seeds)
{
	const struct options *options = seeds->options;
	struct recipe recipe = options->recipe;
	recipe.parameters = seeds->parameters;
	recipe.parameter_count = table_parameters(options, seeds->parameters);
	seeds->generator = generator_new(options->rng, &recipe);
	return seeds->generator;
}

struct source *seeds_source_open(const struct options *options, struct progress *progress,
				 struct outcome *outcome)
{
	struct seeds_source *seeds = calloc(1, sizeof *seeds);
	if (!seeds) {
		(void)outcome_fail_memory(outcome);
		return NULL;
	}
	seeds->source = (struct source){.next = seeds_source_next,
					.has_more = seeds_source_has_more,
					.close = seeds_source_close};
	seeds->options = options;
	seeds->progress = progress;
	seeds->first_seed = options->seed;
	if (!options->given[OPTION_SEED] && !draw_first_seed(seeds, outcome))
		goto fail;
	/* A search goes on to the last seed. */
	seeds->index_last = options->count - 1;
	if (options->find > 0)
		seeds->index_last = options->rng->max_seed - seeds->first_seed;
	if (open_generator(seeds))
		return &seeds->source;
	(void)outcome_fail_memory(outcome);
fail:
	seeds_source_close(&seeds->source);
	return NULL;
}
