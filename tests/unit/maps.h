/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNIT_MAPS_H
#define DUNGEN_UNIT_MAPS_H

#include "dungeon/dungeon.h"
#include "rng/rng.h"
#include "../lib/rng_find.h"
#include "unit.h"

#include <string.h>

/* Maps for tests: random recipes, and a plain drawing of the tiles. */

/* Legal limits for the rooms of a map of that size, the smallest and the largest among them. */
static inline void choose_rooms(uint64_t *random, struct recipe *recipe)
{
	uint32_t largest = (recipe->width < recipe->height ? recipe->width : recipe->height) - 1;
	uint32_t small = largest < 10 ? largest : 10;
	recipe->room_min = unit_between(random, 2, unit_once_in(random, 3) ? largest : small);
	uint32_t close = recipe->room_min + 8 < largest ? recipe->room_min + 8 : largest;
	recipe->room_max = unit_between(random, recipe->room_min, unit_once_in(random, 3) ? largest : close);
	if (unit_once_in(random, 16))
		recipe->room_max = recipe->room_min;
}

/* A seed of that rng; now and then where seeds get longer, or the largest. */
static inline uint64_t choose_seed(uint64_t *random, const struct rng *rng)
{
	uint64_t seed = unit_random(random);
	switch (unit_between(random, 0, 5)) {
	case 0:
		seed %= 1000;
		break;
	case 1:
		seed = UINT32_MAX - seed % 4;
		break;
	case 2:
		seed = rng->max_seed - seed % 4;
		break;
	case 3:
		seed = (UINT64_C(1) << 32) + seed % 4;
		break;
	default:
		break;
	}
	return rng->max_seed == UINT32_MAX ? (uint32_t)seed : seed;
}

static inline const struct rng *choose_rng(uint64_t *random)
{
	uint32_t count = 0;
	while (rng_table[count])
		count++;
	return rng_table[unit_between(random, 0, count - 1)];
}

static inline const char *describe_recipe(const struct recipe *recipe)
{
	static char text[256];
	snprintf(text, sizeof text,
		 "seed %" PRIu64 " of %s, %" PRIu32 "x%" PRIu32 ", rooms of %" PRIu32 " to %" PRIu32 ", %" PRIu32
		 " attempts",
		 recipe->seed, recipe->rng ? recipe->rng : "no rng", recipe->width, recipe->height, recipe->room_min,
		 recipe->room_max, recipe->max_rooms);
	return text;
}

/* What is drawn on a tile, as bits: a tunnel may cross a room. */
enum { DRAWN_WALL = 0, DRAWN_ROOM = 1, DRAWN_TUNNEL = 2 };

/* The center of a room, computed without overflow. */
static inline struct point middle(struct room room)
{
	return (struct point){(uint32_t)(((uint64_t)room.x1 + room.x2) / 2),
			      (uint32_t)(((uint64_t)room.y1 + room.y2) / 2)};
}

static inline uint32_t step_toward(uint32_t here, uint32_t there)
{
	return here < there ? here + 1 : here - 1;
}

/* Draws every room and walks every tunnel; `tiles` has width * height elements. */
static inline void draw_tiles(const struct dungeon *dungeon, uint8_t *tiles)
{
	size_t width = dungeon->recipe.width;
	memset(tiles, DRAWN_WALL, width * dungeon->recipe.height);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room room = dungeon->rooms[i];
		for (size_t y = room.y1 + 1; y < room.y2; y++)
			for (size_t x = room.x1 + 1; x < room.x2; x++)
				tiles[y * width + x] |= DRAWN_ROOM;
	}
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct point at = middle(dungeon->rooms[tunnel.from]), end = middle(dungeon->rooms[tunnel.to]);
		tiles[at.y * width + at.x] |= DRAWN_TUNNEL;
		while (at.x != end.x || at.y != end.y) {
			bool along_row = tunnel.row_first ? at.x != end.x : at.y == end.y;
			if (along_row)
				at.x = step_toward(at.x, end.x);
			else
				at.y = step_toward(at.y, end.y);
			tiles[at.y * width + at.x] |= DRAWN_TUNNEL;
		}
	}
}

/* The same tiles as characters. */
static inline void draw_characters(uint8_t *tiles, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tiles[i] = tiles[i] == DRAWN_WALL ? '#' : '.';
}

#endif
