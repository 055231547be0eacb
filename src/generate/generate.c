/* SPDX-License-Identifier: MIT */
#include "generate/generate.h"

#include "generate/around.h"
#include "generate/doors.h"
#include "generate/loops.h"
#include "generate/place_rooms.h"
#include "map/walk.h"

#include <stdlib.h>

struct generator {
	struct draws draws;
	struct recipe recipe; /* its seed is that of the last map */
	struct overlap overlap;
	struct loops loops;
	struct around around;
	struct walk walk;
	struct doors doors;
	uint64_t state[]; /* of the rng, aligned as it requires */
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
static bool dig_tunnels(struct generator *generator, struct map *map, struct watch *watch)
{
	const struct draws *draws = &generator->draws;
	if (map->recipe.tunnels == TUNNELS_AROUND)
		return around_dig_tunnels(&generator->around, &generator->overlap, draws, map,
					  watch);
	if (map->recipe.loops > 0 &&
	    !loops_add(&generator->loops, &generator->overlap, draws, map, watch))
		return false;
	return map_dig_through(map);
}

/* Sets spawn and exit of a map whose rooms are connected. Returns false if out of memory. */
static bool place_marks(struct generator *generator, struct map *map, struct watch *watch)
{
	const struct area first_room = map->rooms[0];
	const struct area last_room = map->rooms[map->room_count - 1];
	map->marks[MARK_SPAWN] = (struct mark){.at = room_center(first_room), .is_set = true};
	map->marks[MARK_EXIT] = (struct mark){.at = room_center(last_room), .is_set = true};
	if (map->recipe.exit == EXIT_LAST)
		return true;
	return walk_to_farthest(&generator->walk, map, watch);
}

/* Places doors, if the recipe requests them. Returns false if out of memory. */
static bool place_doors(struct generator *generator, struct map *map, struct watch *watch)
{
	if (!map->recipe.doors)
		return true;
	if (map->recipe.tunnels == TUNNELS_AROUND)
		return around_place_doors(&generator->around);
	return doors_place(&generator->doors, map, watch);
}

/* Starts the random numbers of a seed, and an empty map. */
static void start_map(struct generator *generator, uint64_t seed, struct map *map)
{
	generator->draws.rng->seed(generator->state, seed);
	generator->recipe.seed = seed;
	map_start(map, &generator->recipe);
}

static bool has_too_few_rooms(const struct map *map)
{
	return map->room_count < map->recipe.min_rooms;
}

enum generator_result generator_make(struct generator *generator, uint64_t seed, struct map *map,
				     struct watch *watch)
{
	watch_start(watch);
	start_map(generator, seed, map);
	if (!place_rooms(&generator->overlap, &generator->draws, map, watch))
		return GENERATOR_NO_MEMORY;
	if (has_too_few_rooms(map))
		return GENERATOR_TOO_FEW_ROOMS;
	if (!dig_tunnels(generator, map, watch))
		return GENERATOR_NO_MEMORY;
	/* Tunnels around rooms may not reach every room. The others were dropped. */
	if (has_too_few_rooms(map))
		return GENERATOR_TOO_FEW_ROOMS;
	if (!place_marks(generator, map, watch))
		return GENERATOR_NO_MEMORY;
	if (!place_doors(generator, map, watch))
		return GENERATOR_NO_MEMORY;
	return GENERATOR_MADE;
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
