/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PLAIN_H
#define DUNGEN_PLAIN_H

/*
 * The generator once more, from the manual's section on it and as plainly as possible: a grid, and loops over all
 * rooms. Fuzzer and unit tests compare the program's maps with it. It shares the random number generators with the
 * program, which are compared with CPython and libtcod elsewhere, and the types of the model.
 */

#include "dungeon/generate.h"
#include "drawn.h"

#include <stdlib.h>
#include <string.h>

enum { PLAIN_TILES = 1000 * 700, PLAIN_ROOMS = 4500, PLAIN_TUNNELS = 5000 };

struct plain {
	enum generator_result result;
	struct recipe recipe;
	uint64_t attempts, exit_distance;
	uint32_t rooms, tunnels, doors, exit;
	struct room room[PLAIN_ROOMS];
	struct tunnel tunnel[PLAIN_TUNNELS];
	struct door door[PLAIN_TILES / 2];     /* room by room */
	bool joined[PLAIN_ROOMS][PLAIN_ROOMS]; /* by a tunnel */
	char tile[PLAIN_TILES];                /* row by row, as text */
};

static bool plain_meets(const struct plain *plain, struct room new)
{
	for (uint32_t i = 0; i < plain->rooms; i++) {
		struct room old = plain->room[i];
		if (new.x1 <= old.x2 &&new.x2 >= old.x1 &&new.y1 <= old.y2 &&new.y2 >= old.y1)
			return true;
	}
	return false;
}

static struct point plain_center(const struct plain *plain, uint32_t index)
{
	struct room room = plain->room[index];
	return (struct point){(room.x1 + room.x2) / 2, (room.y1 + room.y2) / 2};
}

static int64_t plain_distance(const struct plain *plain, uint32_t from, uint32_t to)
{
	struct point a = plain_center(plain, from), b = plain_center(plain, to);
	int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
	return x * x + y * y;
}

static void plain_join(struct plain *plain, uint32_t from, uint32_t to, bool heads)
{
	plain->tunnel[plain->tunnels++] = (struct tunnel){from, to & 0x7fffffff, heads};
	plain->joined[from][to] = plain->joined[to][from] = true;
}

/* Of the rooms below `count` that are neither the room itself nor joined to it: the nearest, or UINT32_MAX. */
static uint32_t plain_nearest(const struct plain *plain, uint32_t room, uint32_t count)
{
	uint32_t best = UINT32_MAX;
	for (uint32_t i = 0; i < count; i++)
		if (i != room && !plain->joined[room][i] &&
		    (best == UINT32_MAX || plain_distance(plain, room, i) < plain_distance(plain, room, best)))
			best = i;
	return best;
}

static char *plain_tile(struct plain *plain, uint32_t x, uint32_t y)
{
	return &plain->tile[(size_t)y * plain->recipe.width + x];
}

/* Carves all tiles from one point to another. */
static void plain_carve(struct plain *plain, struct point a, struct point b)
{
	for (uint32_t y = a.y < b.y ? a.y : b.y; y <= (a.y < b.y ? b.y : a.y); y++)
		for (uint32_t x = a.x < b.x ? a.x : b.x; x <= (a.x < b.x ? b.x : a.x); x++)
			*plain_tile(plain, x, y) = '.';
}

static void plain_draw(struct plain *plain)
{
	memset(plain->tile, '#', (size_t)plain->recipe.width * plain->recipe.height);
	for (uint32_t i = 0; i < plain->rooms; i++) {
		struct room room = plain->room[i];
		plain_carve(plain, (struct point){room.x1 + 1, room.y1 + 1}, (struct point){room.x2 - 1, room.y2 - 1});
	}
	for (uint32_t i = 0; i < plain->tunnels; i++) {
		struct tunnel tunnel = plain->tunnel[i];
		struct point a = plain_center(plain, tunnel.from), b = plain_center(plain, tunnel.to);
		struct point bend = {tunnel.row_first ? b.x : a.x, tunnel.row_first ? a.y : b.y};
		plain_carve(plain, a, bend);
		plain_carve(plain, bend, b);
	}
}

/* A tile of a room's edge, corners left out, where a tunnel goes through the wall and nothing else opens it. */
static bool plain_doorway(const struct plain *plain, struct room room, uint32_t x, uint32_t y)
{
	size_t width = plain->recipe.width, along;
	bool upright = x == room.x1 || x == room.x2, flat = y == room.y1 || y == room.y2;
	const char *tile = &plain->tile[y * width + x];
	if (upright == flat || *tile == '#')
		return false;
	along = flat ? 1 : width;
	size_t across = flat ? width : 1;
	return *(tile - along) == '#' && tile[along] == '#' && *(tile - across) != '#' && tile[across] != '#';
}

static void plain_place_doors(struct plain *plain)
{
	/* The edges of two rooms never share a tile, so a tile is the doorway of one room at most: plus 1, 0 is none.
	 */
	static uint32_t owner[PLAIN_TILES];
	size_t width = plain->recipe.width;
	memset(owner, 0, width * plain->recipe.height * sizeof *owner);
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < plain->rooms; i++)
			for (uint32_t y = plain->room[i].y1; y <= plain->room[i].y2; y++)
				for (uint32_t x = plain->room[i].x1; x <= plain->room[i].x2; x++) {
					size_t place = y * width + x;
					if (pass == 0 && plain_doorway(plain, plain->room[i], x, y))
						owner[place] = i + 1;
					if (pass == 0 || owner[place] != i + 1)
						continue;
					size_t beside[4] = {place - 1, place + 1, place - width, place + width};
					bool earliest = true;
					for (int k = 0; k < 4; k++)
						earliest = earliest && (owner[beside[k]] == 0 || owner[beside[k]] > i);
					if (earliest)
						plain->door[plain->doors++] = (struct door){{x, y}, i};
				}
	for (uint32_t i = 0; i < plain->doors; i++)
		*plain_tile(plain, plain->door[i].at.x, plain->door[i].at.y) = '+';
}

/* Walks from the spawn over all floor, before there are doors. Returns how many tiles of it were not reached. */
static uint32_t plain_walk(struct plain *plain, bool farthest)
{
	static uint32_t steps[PLAIN_TILES], queue[PLAIN_TILES];
	size_t width = plain->recipe.width, size = width * plain->recipe.height;
	memset(steps, 0, size * sizeof *steps);
	uint32_t first = 0, last = 0, floor = 0;
	struct point spawn = plain_center(plain, 0);
	queue[last++] = (uint32_t)(spawn.y * width + spawn.x);
	steps[queue[0]] = 1;
	for (; first < last; first++) {
		size_t at = queue[first], beside[4] = {at - 1, at + 1, at - width, at + width};
		for (int k = 0; k < 4; k++)
			if (plain->tile[beside[k]] != '#' && steps[beside[k]] == 0) {
				steps[beside[k]] = steps[at] + 1;
				queue[last++] = (uint32_t)beside[k];
			}
	}
	for (size_t i = 0; i < size; i++)
		floor += plain->tile[i] != '#';
	uint32_t most = 0;
	for (uint32_t i = 0; farthest && i < plain->rooms; i++) {
		struct point center = plain_center(plain, i);
		if (steps[center.y * width + center.x] > most) {
			most = steps[center.y * width + center.x];
			plain->exit = i;
			plain->exit_distance = most - 1;
		}
	}
	return floor - last;
}

static void plain_add_loops(struct plain *plain, const struct rng *rng, void *state)
{
	for (uint32_t n = 0; n < plain->recipe.loops; n++) {
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

/* Makes the map of a seed. Returns how many tiles of floor cannot be reached from the spawn. */
static uint32_t plain_make(struct plain *plain, const struct recipe *recipe, const struct rng *rng, uint64_t seed)
{
	uint64_t *state = calloc(1, rng->state_size);
	if (!state)
		abort();
	rng->seed(state, seed);
	plain->recipe = *recipe;
	plain->rooms = plain->tunnels = plain->doors = 0;
	uint64_t attempt = 0;
	for (; attempt < recipe->max_rooms ||
	       (plain->rooms < recipe->min_rooms && attempt < UINT64_C(1000) * recipe->min_rooms);
	     attempt++) {
		uint32_t width = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t height = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t x = rng->range(state, 0, recipe->width - width - 1);
		uint32_t y = rng->range(state, 0, recipe->height - height - 1);
		struct room room = {x, y, x + width, y + height};
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
	if (plain->result == GENERATOR_MADE)
		plain_add_loops(plain, rng, state);
	free(state);
	if (plain->result != GENERATOR_MADE)
		return 0;
	plain->exit = plain->rooms - 1;
	plain_draw(plain);
	uint32_t unreached = plain_walk(plain, recipe->exit == EXIT_FARTHEST);
	if (recipe->doors)
		plain_place_doors(plain);
	return unreached;
}

/* Compares a map with the plain one of the same seed. Returns what differs, or NULL. */
static const char *plain_difference(const struct plain *plain, const struct dungeon *dungeon,
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
	struct point spawn = plain_center(plain, 0), exit = plain_center(plain, plain->exit);
	if (memcmp(&dungeon->spawn, &spawn, sizeof spawn) != 0 || memcmp(&dungeon->exit, &exit, sizeof exit) != 0)
		return "spawn or exit";
	if (plain->recipe.exit == EXIT_FARTHEST && dungeon->exit_distance != plain->exit_distance)
		return "exit_distance";
	if (dungeon->door_count != plain->doors)
		return "door_count";
	for (uint32_t i = 0; i < plain->doors; i++)
		if (memcmp(&dungeon->doors[dungeon->door_order[i]], &plain->door[i], sizeof *plain->door) != 0 ||
		    (i > 0 && dungeon->doors[i - 1].at.y > dungeon->doors[i].at.y))
			return "doors";
	return drawn_is(dungeon, plain->tile) ? NULL : "tiles";
}

#endif
