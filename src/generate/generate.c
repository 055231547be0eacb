/* SPDX-License-Identifier: MIT */
#include "generate/generate.h"

#include "generate/around.h"
#include "generate/doors.h"
#include "generate/loops.h"
#include "generate/neighbors.h"
#include "map/walk.h"

#include <stdlib.h>

/* Attempts for each room of min_rooms, at most. */
enum { ATTEMPTS_PER_ROOM = 1000 };

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

static struct area draw_room(const struct draws *draws, const struct recipe *recipe)
{
	/* Each in its own statement: C does not specify the order of two draws in one. */
	uint32_t width = draws_range(draws, recipe->room_min, recipe->room_max);
	uint32_t height = draws_range(draws, recipe->room_min, recipe->room_max);
	uint32_t x = draws_range(draws, 0, recipe->width - width - 1);
	uint32_t y = draws_range(draws, 0, recipe->height - height - 1);
	return (struct area){x, y, x + width, y + height};
}

/*
 * Joins the newest room, if it is not the first, to an earlier one. Returns false if out of memory.
 */
static bool join_newest(struct generator *generator, struct map *map)
{
	uint32_t room = map->room_count - 1;
	if (room == 0)
		return true;
	struct nearness earlier = {0, room - 1};
	/*
	 * Tunnels around rooms do not use the coin, but it is drawn, since the next room depends on
	 * that.
	 */
	bool coin = draws_coin(&generator->draws);
	if (map->recipe.tunnels == TUNNELS_AROUND)
		return true;
	if (map->recipe.connect == CONNECT_NEAREST)
		neighbors_list(&generator->overlap, room_center(map->rooms[room]),
			       (struct nearness){0, room}, 1, &earlier);
	return map_add_tunnel(map, earlier.room, room, coin);
}

/* Keeps an attempt, before its room is added. Returns false if out of memory. */
static bool keep_attempt(struct map *map, uint64_t index, struct area room, bool placed)
{
	uint32_t number = placed ? map->room_count : 0;
	if (!array_reserve(map, tried, index + 1))
		return false;
	while (!placed && !areas_meet(room, map->rooms[number]))
		number++;
	map->tried[index] = (struct attempt){room, number, placed};
	return true;
}

/*
 * Makes the attempts asked for, then more until there are enough rooms, up to a limit. Needs an
 * empty map and places at least one room. Returns false if out of memory.
 */
static bool place_rooms(struct generator *generator, struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	struct overlap *overlap = &generator->overlap;
	const struct draws draws = generator->draws;
	overlap_start(overlap, map);
	uint64_t attempts = 0, attempts_most = (uint64_t)recipe->min_rooms * ATTEMPTS_PER_ROOM;
	for (; attempts < recipe->max_rooms ||
	       (map->room_count < recipe->min_rooms && attempts < attempts_most);
	     attempts++) {
		watch_work(map->watch, 1, "room placement attempts", attempts,
			   attempts < recipe->max_rooms ? recipe->max_rooms : attempts_most);
		struct area room = draw_room(&draws, recipe);
		bool placed = !overlap_meets(overlap, room);
		if (map->keeps_attempts && !keep_attempt(map, attempts, room, placed))
			return false;
		if (!placed)
			continue;
		if (!map_add_room(map, room) ||
		    !overlap_add(overlap, map->rooms, map->room_count) ||
		    !join_newest(generator, map))
			return false;
	}
	map->attempts = attempts;
	return true;
}

/* Joins the rooms of a map that has all of them by tunnels. Returns false if out of memory. */
static bool dig_tunnels(struct generator *generator, struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	const struct draws *draws = &generator->draws;
	if (recipe->tunnels == TUNNELS_AROUND)
		return around_join(&generator->around, &generator->overlap, draws, map) &&
		       (recipe->loops == 0 || around_add_loops(&generator->around, draws, map));
	return (recipe->loops == 0 ||
		loops_add(&generator->loops, &generator->overlap, draws, map)) &&
	       map_dig_through(map);
}

/* Sets spawn and exit of a map whose rooms are connected. Returns false if out of memory. */
static bool place_marks(struct generator *generator, struct map *map)
{
	const struct area last = map->rooms[map->room_count - 1];
	map->marks[MARK_SPAWN] = (struct mark){.at = room_center(map->rooms[0]), .is_set = true};
	map->marks[MARK_EXIT] = (struct mark){.at = room_center(last), .is_set = true};
	return map->recipe.exit == EXIT_LAST || walk_to_farthest(&generator->walk, map);
}

static bool place_doors(struct generator *generator, struct map *map)
{
	if (!map->recipe.doors)
		return true;
	return map->recipe.tunnels == TUNNELS_AROUND ? around_place_doors(&generator->around, map)
						     : doors_place(&generator->doors, map);
}

enum generator_result generator_make(struct generator *generator, uint64_t seed, struct map *map)
{
	generator->draws.rng->seed(generator->state, seed);
	generator->recipe.seed = seed;
	map_start(map, &generator->recipe);
	if (!place_rooms(generator, map))
		return GENERATOR_NO_MEMORY;
	if (map->room_count < map->recipe.min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	if (!dig_tunnels(generator, map))
		return GENERATOR_NO_MEMORY;
	/* Rooms that no tunnel could reach were removed. */
	if (map->room_count < map->recipe.min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	return place_marks(generator, map) && place_doors(generator, map) ? GENERATOR_MADE
									  : GENERATOR_NO_MEMORY;
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
