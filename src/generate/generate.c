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
static bool join_newest(struct generator *generator, struct dungeon *dungeon)
{
	uint32_t room = dungeon->room_count - 1;
	if (room == 0)
		return true;
	struct nearness earlier = {0, room - 1};
	/*
	 * Tunnels around rooms do not use the coin, but it is drawn, since the next room depends on
	 * that.
	 */
	bool coin = draws_coin(&generator->draws);
	if (dungeon->recipe.tunnels == TUNNELS_AROUND)
		return true;
	if (dungeon->recipe.connect == CONNECT_NEAREST)
		neighbors_list(&generator->overlap, room_center(dungeon->rooms[room]),
			       (struct nearness){0, room}, 1, &earlier);
	return dungeon_add_tunnel(dungeon, earlier.room, room, coin);
}

/* Keeps an attempt, before its room is added. Returns false if out of memory. */
static bool keep_attempt(struct dungeon *dungeon, uint64_t index, struct area room, bool placed)
{
	uint32_t number = placed ? dungeon->room_count : 0;
	if (!array_reserve(dungeon, tried, index + 1))
		return false;
	while (!placed && !areas_meet(room, dungeon->rooms[number]))
		number++;
	dungeon->tried[index] = (struct attempt){room, number, placed};
	return true;
}

/*
 * Makes the attempts asked for, then more until there are enough rooms, up to a limit. Needs an
 * empty dungeon and places at least one room. Returns false if out of memory.
 */
static bool place_rooms(struct generator *generator, struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	struct overlap *overlap = &generator->overlap;
	const struct draws draws = generator->draws;
	overlap_start(overlap, dungeon);
	uint64_t attempts = 0, attempts_most = (uint64_t)recipe->min_rooms * ATTEMPTS_PER_ROOM;
	for (; attempts < recipe->max_rooms ||
	       (dungeon->room_count < recipe->min_rooms && attempts < attempts_most);
	     attempts++) {
		watch_work(dungeon->watch, 1, "room placement attempts", attempts,
			   attempts < recipe->max_rooms ? recipe->max_rooms : attempts_most);
		struct area room = draw_room(&draws, recipe);
		bool placed = !overlap_meets(overlap, room);
		if (dungeon->keeps_attempts && !keep_attempt(dungeon, attempts, room, placed))
			return false;
		if (!placed)
			continue;
		if (!dungeon_add_room(dungeon, room) ||
		    !overlap_add(overlap, dungeon->rooms, dungeon->room_count) ||
		    !join_newest(generator, dungeon))
			return false;
	}
	dungeon->attempts = attempts;
	return true;
}

/* Joins the rooms of a dungeon that has all of them by tunnels. Returns false if out of memory. */
static bool dig_tunnels(struct generator *generator, struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	const struct draws *draws = &generator->draws;
	if (recipe->tunnels == TUNNELS_AROUND)
		return around_join(&generator->around, &generator->overlap, draws, dungeon) &&
		       (recipe->loops == 0 || around_add_loops(&generator->around, draws, dungeon));
	return (recipe->loops == 0 ||
		loops_add(&generator->loops, &generator->overlap, draws, dungeon)) &&
	       dungeon_dig_through(dungeon);
}

/* Sets spawn and exit of a dungeon whose rooms are connected. Returns false if out of memory. */
static bool place_marks(struct generator *generator, struct dungeon *dungeon)
{
	const struct area last = dungeon->rooms[dungeon->room_count - 1];
	dungeon->marks[MARK_SPAWN] = (struct mark){.at = room_center(dungeon->rooms[0]),
						   .is_set = true};
	dungeon->marks[MARK_EXIT] = (struct mark){.at = room_center(last), .is_set = true};
	return dungeon->recipe.exit == EXIT_LAST || walk_to_farthest(&generator->walk, dungeon);
}

static bool place_doors(struct generator *generator, struct dungeon *dungeon)
{
	if (!dungeon->recipe.doors)
		return true;
	return dungeon->recipe.tunnels == TUNNELS_AROUND
		       ? around_place_doors(&generator->around, dungeon)
		       : doors_place(&generator->doors, dungeon);
}

enum generator_result generator_make(struct generator *generator, uint64_t seed,
				     struct dungeon *dungeon)
{
	generator->draws.rng->seed(generator->state, seed);
	generator->recipe.seed = seed;
	dungeon_start(dungeon, &generator->recipe);
	if (!place_rooms(generator, dungeon))
		return GENERATOR_NO_MEMORY;
	if (dungeon->room_count < dungeon->recipe.min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	if (!dig_tunnels(generator, dungeon))
		return GENERATOR_NO_MEMORY;
	/* Rooms that no tunnel could reach were removed. */
	if (dungeon->room_count < dungeon->recipe.min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	return place_marks(generator, dungeon) && place_doors(generator, dungeon)
		       ? GENERATOR_MADE
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
