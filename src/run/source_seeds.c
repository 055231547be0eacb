/* SPDX-License-Identifier: MIT */
/* The source that generates the maps of consecutive seeds. */
#include "run/source.h"

#include "cli/table.h"
#include "generate/generate.h"

#include <errno.h>
#include <inttypes.h>

/* A search gets at least this many seeds after a random first seed. */
enum { SEARCH_SEEDS_MIN = 1000000000 };

struct seeds_source {
	struct source source;
	struct options options; /* with the spawn of the next map */
	struct text spawn;      /* the same spawn as documents record it, if it is a tile */
	struct generator *generator;
	struct parameter parameters[RECIPE_OPTION_COUNT]; /* the options that documents record */
	bool has_ranges; /* each map has other numbers in `parameters` */
	uint64_t first_seed;
	uint64_t index;       /* index of the next seed, starting at 0 */
	uint64_t last_index;  /* index of the last seed */
	uint64_t stuck_count; /* number of linked maps whose exit is their spawn */
	uint64_t stuck_seed;  /* the seed of the first of them */
};

/*
 * Draws the first seed from the operating system. It is below 2^32, and leaves
 * enough seeds for the run. Returns false after a failure.
 */
static bool draw_first_seed(struct seeds_source *seeds, struct outcome *outcome)
{
	const struct options *options = &seeds->options;
	const uint64_t more_seeds = options->find > 0 ? SEARCH_SEEDS_MIN : options->count - 1;
	uint64_t seed_max = options->rng->max_seed - more_seeds;
	uint64_t random;
	if (seed_max > UINT32_MAX)
		seed_max = UINT32_MAX;
	if (!system_random(&random, sizeof random)) {
		struct message *message = outcome_fail(outcome);
		place_set_element(&message->place, "random seed");
		fail(message, STATUS_FAILED, "%s", system_reason(errno));
		return advise(message, "choose a seed with --seed");
	}
	seeds->first_seed = random % (seed_max + 1);
	return true;
}

/* Returns the recipe of the options. The source owns the parameters that documents record. */
static struct recipe make_recipe(struct seeds_source *seeds)
{
	struct recipe recipe = seeds->options.recipe;
	if (recipe_has_spawn(&recipe)) {
		seeds->spawn.length = 0;
		text_add(&seeds->spawn, "%u,%u", recipe.spawn_x, recipe.spawn_y);
		seeds->options.given[OPTION_SPAWN] = seeds->spawn.bytes;
	}
	recipe.parameters = seeds->parameters;
	recipe.parameter_count = table_parameters(&seeds->options, &recipe, seeds->parameters);
	return recipe;
}

/*
 * Lets the next maps begin at the exit of the last map. Changes the options to those with which a
 * user can generate the same map alone.
 */
static void link_next(struct seeds_source *seeds, const struct map *last)
{
	const struct point at = last->marks[MARK_EXIT].at;
	struct options *options = &seeds->options;
	if (points_are_equal(at, last->marks[MARK_SPAWN].at) && seeds->stuck_count++ == 0)
		seeds->stuck_seed = last->recipe.seed;
	options->recipe.spawn = SPAWN_FIRST;
	options->recipe.spawn_x = at.x;
	options->recipe.spawn_y = at.y;
	const struct recipe recipe = make_recipe(seeds);
	generator_set_recipe(seeds->generator, &recipe);
}

static enum source_result seeds_source_next(struct source *source, struct map *map,
					    struct origin *origin)
{
	struct seeds_source *seeds = (struct seeds_source *)source;
	if (seeds->index > seeds->last_index)
		return SOURCE_END;
	if (source->links_next)
		link_next(seeds, map);
	source->links_next = false;
	origin->seed = seeds->first_seed + seeds->index;
	origin->has_seed = true;
	origin->number = ++seeds->index;
	switch (generator_make(seeds->generator, origin->seed, map, source->needs_attempts)) {
	case GENERATOR_MADE:
		/* Documents record the numbers that were drawn from ranges. */
		if (seeds->has_ranges)
			(void)table_parameters(&seeds->options, &map->recipe, seeds->parameters);
		return SOURCE_MAP;
	case GENERATOR_TOO_FEW_ROOMS:
		return SOURCE_TOO_FEW_ROOMS;
	case GENERATOR_NO_MEMORY:
		break;
	}
	return SOURCE_FAILED;
}

/* Prints one note for all linked maps whose exit is their spawn. */
static void print_stuck_maps(const struct seeds_source *seeds)
{
	struct message note = {.level = LEVEL_NOTE};
	if (seeds->stuck_count == 0 || seeds->options.quiet)
		return;
	if (seeds->stuck_count == 1) {
		note.place.has_seed = true;
		note.place.seed = seeds->stuck_seed;
		text_add(&note.problem,
			 "has its exit at its spawn, so the next map begins there, too");
	} else {
		text_add(&note.problem,
			 "%" PRIu64 " maps have their exit at their spawn, so the map after each "
			 "begins there, too; the first is seed %" PRIu64,
			 seeds->stuck_count, seeds->stuck_seed);
	}
	printer_print(&note);
}

static void seeds_source_close(struct source *source)
{
	struct seeds_source *seeds = (struct seeds_source *)source;
	print_stuck_maps(seeds);
	generator_free(seeds->generator);
}

struct source *seeds_source_open(const struct options *options, struct outcome *outcome)
{
	static struct seeds_source seeds;
	seeds = (struct seeds_source){
		.source = {.next = seeds_source_next, .close = seeds_source_close},
		.options = *options,
		.first_seed = options->seed,
		.last_index = options->count - 1,
	};
	if (!options->given[OPTION_SEED] && !draw_first_seed(&seeds, outcome))
		return NULL;
	print_seed(options, seeds.first_seed);
	/* A search goes on to the last seed of the random number generator. */
	if (options->find > 0)
		seeds.last_index = options->rng->max_seed - seeds.first_seed;
	const struct recipe recipe = make_recipe(&seeds);
	for (size_t i = 0; i < RECIPE_RANGES; i++)
		seeds.has_ranges |= recipe_get(&recipe, recipe_ranges[i].end) > 0;
	seeds.generator = generator_new(options->rng, &recipe);
	return seeds.generator ? &seeds.source : NULL;
}
