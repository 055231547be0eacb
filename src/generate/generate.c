/* SPDX-License-Identifier: MIT */
#include "generate/generate.h"

#include "generate/around.h"
#include "generate/doors.h"
#include "generate/loops.h"
#include "generate/place_marks.h"
#include "generate/place_rooms.h"

#include <stdlib.h>

struct generator {
	struct draws draws;
	struct recipe recipe; /* the recipe of the last map */
	struct overlap overlap;
	struct loops loops;
	struct around around;
	struct walk walk;
	struct doors doors;
	uint64_t attempt_count; /* attempts to place a room on the last map */
	uint64_t state[];       /* state of the rng */
};

struct generator *generator_new(const struct rng *rng, const struct recipe *recipe)
{
	struct generator *generator = calloc(1, sizeof *generator + rng->state_size);
	if (!generator)
		return NULL;
	generator->draws = (struct draws){rng, generator->state};
	generator->recipe = *recipe;
	generator->recipe.algorithm = "rooms-and-tunnels/1";
	generator->recipe.rng = rng->name;
	return generator;
}

/* Digs the tunnels and loops of a map that has all its rooms. Returns false if out of memory. */
static bool dig_tunnels(struct generator *generator, const struct generation *generation)
{
	const struct recipe *recipe = &generation->map->recipe;
	if (recipe->tunnels == TUNNELS_AROUND)
		return around_dig_tunnels(&generator->around, generation);
	if (recipe->loops > 0 && !loops_add(&generator->loops, generation))
		return false;
	return map_dig_through(generation->map);
}

/* Places doors, if the recipe requests them. Returns false if out of memory. */
static bool place_doors(struct generator *generator, const struct generation *generation)
{
	const struct recipe *recipe = &generation->map->recipe;
	if (!recipe->doors)
		return true;
	if (recipe->tunnels == TUNNELS_AROUND)
		return around_place_doors(&generator->around);
	return doors_place(&generator->doors, generation->map, generation->watch);
}

/* Runs all passes, unless the map has too few rooms for its recipe after one of them. */
static enum generator_result run_passes(struct generator *generator, struct generation *generation)
{
	const struct map *map = generation->map;
	const uint32_t min_rooms = map->recipe.min_rooms;
	if (!place_rooms(generation))
		return GENERATOR_NO_MEMORY;
	if (map->room_count < min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	if (!dig_tunnels(generator, generation))
		return GENERATOR_NO_MEMORY;
	/* Tunnels around rooms may not reach every room. The others were dropped. */
	/* cppcheck-suppress knownConditionTrueFalse; dig_tunnels changes the same map */
	if (map->room_count < min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	if (!place_marks(&generator->walk, generation))
		return GENERATOR_NO_MEMORY;
	if (!place_doors(generator, generation))
		return GENERATOR_NO_MEMORY;
	return GENERATOR_MADE;
}

enum generator_result generator_make(struct generator *generator, uint64_t seed, struct map *map,
				     struct history *history, struct watch *watch)
{
	struct generation generation = {
		.map = map,
		.rooms = &generator->overlap,
		.draws = &generator->draws,
		.history = history,
		.watch = watch,
	};
	generator->draws.rng->seed(generator->state, seed);
	generator->recipe.seed = seed;
	map_start(map, &generator->recipe);
	watch_start(watch);
	const enum generator_result result = run_passes(generator, &generation);
	generator->attempt_count = generation.attempt_count;
	return result;
}

uint64_t generator_attempt_count(const struct generator *generator)
{
	if (!generator)
		return 0;
	return generator->attempt_count;
}

void generator_free(struct generator *generator)
{
	if (!generator)
		return;
	overlap_free(&generator->overlap);
	loops_free(&generator->loops);
	walk_free(&generator->walk);
	around_free(&generator->around);
	doors_free(&generator->doors);
	free(generator);
}
