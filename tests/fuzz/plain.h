/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PLAIN_H
#define DUNGEN_PLAIN_H

/*
 * The generator once more, from the manual's section on it and as plainly as it goes: a grid, and loops over all rooms.
 * It shares the random number generators with the program, and nothing else; those are compared with CPython and
 * libtcod elsewhere.
 */

#include "rng/rng.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_SIDE = 96, PLAIN_ROOMS = 512, PLAIN_TUNNELS = 1024, PLAIN_STATE = 1 << 19 };

struct plain_options {
	int width, height, max_rooms, room_min, room_max;
	int min_rooms; /* 0: not asked for */
	bool nearest, farthest, doors;
	int loops;
};

struct plain_room {
	int x1, y1, x2, y2, cx, cy;
};

struct plain_tunnel {
	int from, to;
	bool heads;
};

struct plain_door {
	int x, y, room;
};

struct plain {
	bool possible;
	int rooms, tunnels, doors;
	struct plain_room room[PLAIN_ROOMS];
	struct plain_tunnel tunnel[PLAIN_TUNNELS];
	bool joined[PLAIN_ROOMS][PLAIN_ROOMS]; /* by a tunnel */
	struct plain_door door[4 * PLAIN_TUNNELS];
	int exit, exit_distance; /* a room, and the steps to it; -1: not asked for */
	char tile[PLAIN_SIDE][PLAIN_SIDE];
};

static bool plain_meets(const struct plain *plain, const struct plain_room *new)
{
	for (int i = 0; i < plain->rooms; i++) {
		const struct plain_room *old = &plain->room[i];
		if (new->x1 <= old->x2 &&new->x2 >= old->x1 &&new->y1 <= old->y2 &&new->y2 >= old->y1)
			return true;
	}
	return false;
}

static long plain_squared(const struct plain_room *a, const struct plain_room *b)
{
	return (long)(a->cx - b->cx) * (a->cx - b->cx) + (long)(a->cy - b->cy) * (a->cy - b->cy);
}

static void plain_join(struct plain *plain, int from, int to, bool heads)
{
	plain->tunnel[plain->tunnels++] = (struct plain_tunnel){from, to, heads};
	plain->joined[from][to] = plain->joined[to][from] = true;
}

/* Of the rooms below `count` that are not the room itself and, where asked, not joined to it: the nearest, or -1. */
static int plain_nearest(const struct plain *plain, int room, int count, bool unjoined)
{
	int best = -1;
	for (int i = 0; i < count; i++) {
		if (i == room || (unjoined && plain->joined[room][i]))
			continue;
		if (best < 0 || plain_squared(&plain->room[room], &plain->room[i]) <
					plain_squared(&plain->room[room], &plain->room[best]))
			best = i;
	}
	return best;
}

static void plain_carve(struct plain *plain, int x1, int y1, int x2, int y2)
{
	for (int y = y1 < y2 ? y1 : y2; y <= (y1 < y2 ? y2 : y1); y++)
		for (int x = x1 < x2 ? x1 : x2; x <= (x1 < x2 ? x2 : x1); x++)
			plain->tile[y][x] = '.';
}

static void plain_draw(struct plain *plain)
{
	memset(plain->tile, '#', sizeof plain->tile);
	for (int i = 0; i < plain->rooms; i++) {
		const struct plain_room *room = &plain->room[i];
		plain_carve(plain, room->x1 + 1, room->y1 + 1, room->x2 - 1, room->y2 - 1);
	}
	for (int i = 0; i < plain->tunnels; i++) {
		const struct plain_room *a = &plain->room[plain->tunnel[i].from],
					*b = &plain->room[plain->tunnel[i].to];
		int bend_x = plain->tunnel[i].heads ? b->cx : a->cx, bend_y = plain->tunnel[i].heads ? a->cy : b->cy;
		plain_carve(plain, a->cx, a->cy, bend_x, bend_y);
		plain_carve(plain, bend_x, bend_y, b->cx, b->cy);
	}
}

static bool plain_floor(const struct plain *plain, int x, int y)
{
	return plain->tile[y][x] == '.';
}

/* A tile of the ring of a room, corners left out, where a tunnel goes through the wall and nothing else opens it. */
static bool plain_doorway(const struct plain *plain, const struct plain_room *room, int x, int y)
{
	bool upright = x == room->x1 || x == room->x2; /* of the left or right side of the ring */
	bool flat = y == room->y1 || y == room->y2;
	if (upright == flat || x < room->x1 || x > room->x2 || y < room->y1 || y > room->y2)
		return false;
	if (!plain_floor(plain, x, y))
		return false;
	int along_x = flat, along_y = upright;
	return !plain_floor(plain, x - along_x, y - along_y) && !plain_floor(plain, x + along_x, y + along_y) &&
	       plain_floor(plain, x - along_y, y - along_x) && plain_floor(plain, x + along_y, y + along_x);
}

static void plain_place_doors(struct plain *plain)
{
	/* Rings of two rooms never share a tile, so a tile is the doorway of one room at most. */
	static int owner[PLAIN_SIDE][PLAIN_SIDE];
	memset(owner, -1, sizeof owner);
	for (int i = 0; i < plain->rooms; i++)
		for (int y = plain->room[i].y1; y <= plain->room[i].y2; y++)
			for (int x = plain->room[i].x1; x <= plain->room[i].x2; x++)
				if (plain_doorway(plain, &plain->room[i], x, y))
					owner[y][x] = i;
	for (int i = 0; i < plain->rooms; i++)
		for (int y = plain->room[i].y1; y <= plain->room[i].y2; y++)
			for (int x = plain->room[i].x1; x <= plain->room[i].x2; x++) {
				if (owner[y][x] != i)
					continue;
				bool first = true;
				static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
				for (int k = 0; k < 4; k++) {
					int beside = owner[y + step[k][1]][x + step[k][0]];
					first = first && !(beside >= 0 && beside < i);
				}
				if (first)
					plain->door[plain->doors++] = (struct plain_door){x, y, i};
			}
	for (int i = 0; i < plain->doors; i++)
		plain->tile[plain->door[i].y][plain->door[i].x] = '+';
}

static void plain_find_farthest(struct plain *plain)
{
	static int steps[PLAIN_SIDE][PLAIN_SIDE], queue[PLAIN_SIDE * PLAIN_SIDE];
	memset(steps, -1, sizeof steps);
	int first = 0, last = 0;
	queue[last++] = plain->room[0].cy * PLAIN_SIDE + plain->room[0].cx;
	steps[plain->room[0].cy][plain->room[0].cx] = 0;
	while (first < last) {
		int x = queue[first] % PLAIN_SIDE, y = queue[first] / PLAIN_SIDE;
		first++;
		static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
		for (int k = 0; k < 4; k++) {
			int nx = x + step[k][0], ny = y + step[k][1];
			if (plain->tile[ny][nx] == '#' || steps[ny][nx] >= 0)
				continue;
			steps[ny][nx] = steps[y][x] + 1;
			queue[last++] = ny * PLAIN_SIDE + nx;
		}
	}
	plain->exit = 0;
	for (int i = 1; i < plain->rooms; i++)
		if (steps[plain->room[i].cy][plain->room[i].cx] >
		    steps[plain->room[plain->exit].cy][plain->room[plain->exit].cx])
			plain->exit = i;
	plain->exit_distance = steps[plain->room[plain->exit].cy][plain->room[plain->exit].cx];
}

static bool plain_add_loops(struct plain *plain, const struct plain_options *options, const struct rng *rng,
			    void *state)
{
	for (int n = 0; n < options->loops; n++) {
		bool any = false;
		for (int i = 0; i < plain->rooms && !any; i++)
			any = plain_nearest(plain, i, plain->rooms, true) >= 0;
		if (!any)
			return false;
		int from, to;
		do {
			from = (int)rng->range(state, 0, (uint32_t)plain->rooms - 1);
			to = plain_nearest(plain, from, plain->rooms, true);
		} while (to < 0);
		bool heads = rng->coin(state);
		plain_join(plain, from, to, heads);
	}
	return true;
}

/* Makes the map of a seed; plain->possible tells whether there is one. */
static void plain_make(struct plain *plain, const struct plain_options *options, const struct rng *rng, uint64_t seed)
{
	static uint64_t state[PLAIN_STATE / sizeof(uint64_t)];
	if (rng->state_size > sizeof state)
		abort();
	rng->seed(state, seed);
	plain->possible = true;
	plain->rooms = plain->tunnels = plain->doors = 0;
	for (long attempt = 0; attempt < options->max_rooms ||
			       (plain->rooms < options->min_rooms && attempt < 1000L * options->min_rooms);
	     attempt++) {
		struct plain_room room;
		int width = (int)rng->range(state, (uint32_t)options->room_min, (uint32_t)options->room_max);
		int height = (int)rng->range(state, (uint32_t)options->room_min, (uint32_t)options->room_max);
		room.x1 = (int)rng->range(state, 0, (uint32_t)(options->width - width - 1));
		room.y1 = (int)rng->range(state, 0, (uint32_t)(options->height - height - 1));
		room.x2 = room.x1 + width;
		room.y2 = room.y1 + height;
		room.cx = (room.x1 + room.x2) / 2;
		room.cy = (room.y1 + room.y2) / 2;
		if (plain_meets(plain, &room))
			continue;
		int new = plain->rooms++;
		plain->room[new] = room;
		for (int i = 0; i <= new; i++)
			plain->joined[i][new] = plain->joined[new][i] = false;
		if (new > 0) {
			int from = options->nearest ? plain_nearest(plain, new, new, false) : new - 1;
			bool heads = rng->coin(state);
			plain_join(plain, from, new, heads);
		}
	}
	plain->possible = plain->rooms >= options->min_rooms && plain_add_loops(plain, options, rng, state);
	if (!plain->possible)
		return;
	plain_draw(plain);
	if (options->doors)
		plain_place_doors(plain);
	plain->exit = plain->rooms - 1;
	plain->exit_distance = -1;
	if (options->farthest)
		plain_find_farthest(plain);
}

#endif
