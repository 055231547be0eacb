/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PLAIN_H
#define DUNGEN_PLAIN_H

/*
 * A second generator, written from THE GENERATOR in the manual as plainly as possible: a grid, and loops over all
 * rooms. It shares the types of the model with the program, and the random number generators, which other tests
 * compare with CPython and libtcod.
 */

#include "dungeon/generate.h"
#include "grid.h"

enum { PLAIN_ROOMS = 4500, PLAIN_TUNNELS = 5000 };

struct plain {
	enum generator_result result;
	uint64_t attempts;
	uint32_t rooms, tunnels;
	struct area room[PLAIN_ROOMS];
	struct tunnel tunnel[PLAIN_TUNNELS];
	bool joined[PLAIN_ROOMS][PLAIN_ROOMS]; /* by a tunnel */
};

static bool plain_meets(const struct plain *plain, struct area room)
{
	for (uint32_t i = 0; i < plain->rooms; i++) {
		struct area other = plain->room[i];
		if (room.x1 <= other.x2 && room.x2 >= other.x1 && room.y1 <= other.y2 && room.y2 >= other.y1)
			return true;
	}
	return false;
}

static int64_t plain_distance(const struct plain *plain, uint32_t from, uint32_t to)
{
	struct point a = plain_center(plain->room[from]), b = plain_center(plain->room[to]);
	int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
	return x * x + y * y;
}

static void plain_join(struct plain *plain, uint32_t from, uint32_t to, bool heads)
{
	plain->tunnel[plain->tunnels++] = (struct tunnel){from, to & 0x7fffffff, heads};
	plain->joined[from][to] = plain->joined[to][from] = true;
}

/* Returns the nearest room below `count` that is not joined to this one, or UINT32_MAX. */
static uint32_t plain_nearest(const struct plain *plain, uint32_t room, uint32_t count)
{
	uint32_t best = UINT32_MAX;
	for (uint32_t i = 0; i < count; i++)
		if (i != room && !plain->joined[room][i] &&
		    (best == UINT32_MAX || plain_distance(plain, room, i) < plain_distance(plain, room, best)))
			best = i;
	return best;
}

static void plain_add_loops(struct plain *plain, uint32_t loops, const struct rng *rng, void *state)
{
	for (uint32_t n = 0; n < loops; n++) {
		bool any = false;
		for (uint32_t i = 0; i < plain->rooms && !any; i++)
			any = plain_nearest(plain, i, plain->rooms) != UINT32_MAX;
		if (!any)
			return;
		uint32_t from, to;
		do {
			from = rng->range(state, 0, plain->rooms - 1);
			to = plain_nearest(plain, from, plain->rooms);
		} while (to == UINT32_MAX);
		plain_join(plain, from, to, draws_coin(&(struct draws){rng, state}));
	}
}

/* Makes the rooms of a seed, and the tunnels of TUNNELS_THROUGH. */
static void plain_make(struct plain *plain, const struct recipe *recipe, const struct rng *rng, uint64_t seed)
{
	uint64_t *state = calloc(1, rng->state_size);
	if (!state)
		abort();
	rng->seed(state, seed);
	plain->rooms = plain->tunnels = 0;
	uint64_t attempt = 0;
	for (; attempt < recipe->max_rooms ||
	       (plain->rooms < recipe->min_rooms && attempt < UINT64_C(1000) * recipe->min_rooms);
	     attempt++) {
		uint32_t width = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t height = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t x = rng->range(state, 0, recipe->width - width - 1);
		uint32_t y = rng->range(state, 0, recipe->height - height - 1);
		struct area room = {x, y, x + width, y + height};
		if (plain_meets(plain, room))
			continue;
		uint32_t new = plain->rooms++;
		plain->room[new] = room;
		for (uint32_t i = 0; i <= new; i++)
			plain->joined[i][new] = plain->joined[new][i] = false;
		if (new > 0) {
			uint32_t from = recipe->connect == CONNECT_NEAREST ? plain_nearest(plain, new, new) : new - 1;
			plain_join(plain, from, new, draws_coin(&(struct draws){rng, state}));
		}
	}
	plain->attempts = attempt;
	plain->result = plain->rooms < recipe->min_rooms ? GENERATOR_TOO_FEW_ROOMS : GENERATOR_MADE;
	if (plain->result == GENERATOR_MADE && recipe->tunnels == TUNNELS_THROUGH)
		plain_add_loops(plain, recipe->loops, rng, state);
	free(state);
}

/* Whether a tile is a doorway of a room: in its wall but no corner, dug through, and with wall on either side. */
static bool plain_doorway(const struct grid *grid, struct area room, struct point at)
{
	bool upright = at.x == room.x1 || at.x == room.x2, flat = at.y == room.y1 || at.y == room.y2;
	size_t along = flat ? 1 : grid->width, across = flat ? grid->width : 1;
	const char *tile = &grid->tile[grid_place(grid, at)];
	if (upright == flat || *tile == GRID_WALL)
		return false;
	return *(tile - along) == GRID_WALL && tile[along] == GRID_WALL && *(tile - across) != GRID_WALL &&
	       tile[across] != GRID_WALL;
}

/* Finds the doors that there should be, draws them, and compares them with the dungeon's. */
static bool plain_doors_are_right(struct grid *grid, const struct dungeon *dungeon)
{
	uint32_t doors = 0;
	bool right = true;
	/* The edges of two rooms never share a tile, so a tile is the doorway of at most one: its owner. */
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < dungeon->room_count; i++) {
			struct area room = dungeon->rooms[i];
			struct point at;
			for (at.y = room.y1; at.y <= room.y2; at.y++)
				for (at.x = room.x1; at.x <= room.x2; at.x++) {
					uint32_t place = grid_place(grid, at), beside[4];
					if (pass == 0 && plain_doorway(grid, room, at))
						grid->owner[place] = i + 1;
					if (pass == 0 || grid->owner[place] != i + 1)
						continue;
					grid_beside(grid, place, beside);
					bool earliest = true;
					for (int k = 0; k < 4; k++)
						earliest = earliest &&
							   (grid->owner[beside[k]] == 0 || grid->owner[beside[k]] > i);
					if (!earliest)
						continue;
					grid->tile[place] = GRID_DOOR;
					struct door door = {at, i};
					right = right && doors < dungeon->door_count &&
						memcmp(&dungeon->doors[dungeon->door_order[doors]], &door,
						       sizeof door) == 0;
					doors++;
				}
		}
	for (uint32_t i = 1; right && i < doors; i++)
		right = dungeon->doors[i - 1].at.y <= dungeon->doors[i].at.y;
	return right && doors == dungeon->door_count;
}

/* Compares a map with the plain one of the same seed. Returns what is wrong with it, or NULL. */
static const char *plain_difference(const struct plain *plain, struct grid *grid, const struct dungeon *dungeon,
				    enum generator_result result)
{
	if (result != plain->result)
		return "result";
	if (dungeon->room_count != plain->rooms || dungeon->attempts != plain->attempts ||
	    memcmp(dungeon->rooms, plain->room, plain->rooms * sizeof *plain->room) != 0)
		return "rooms";
	if (result != GENERATOR_MADE)
		return NULL;
	/* One room has no tunnels, and perhaps no array. */
	if (dungeon->tunnel_count != plain->tunnels ||
	    (plain->tunnels > 0 &&
	     memcmp(dungeon->tunnels, plain->tunnel, plain->tunnels * sizeof *plain->tunnel) != 0))
		return "tunnels";
	grid_start(grid, &dungeon->recipe);
	tiles_draw(grid->tile, dungeon);
	if (!grid_edge_is_wall(grid))
		return "floor on the map's edge";
	if (!grid_is_reached(grid, dungeon))
		return "floor that cannot be reached";
	if (!grid_marks_are_right(grid, dungeon))
		return "spawn or exit";
	if (dungeon->recipe.doors ? !plain_doors_are_right(grid, dungeon) : dungeon->door_count > 0)
		return "doors";
	return tiles_are_drawn(grid->tile, dungeon) ? NULL : "tiles";
}

#endif
