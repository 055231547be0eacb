/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"

/*
 * Shortest paths over walkable tiles with octile distances: a step to a tile that shares an edge
 * costs 1, and a diagonal step costs the square root of 2. A diagonal step requires that both tiles
 * beside it are walkable.
 *
 * The tiles are bits of a set, row by row. The bit of the tile below another is `stride` higher,
 * and a border of bits that are not set surrounds the map, as in map/walk.h.
 *
 *     struct octile octile = {.tiles = tiles, .bit_count = bit_count, .stride = stride};
 *     struct octile_length length;
 *     if (!octile_find(&octile, start, goal, &length))      any number of times
 *             out of memory
 *     octile_free(&octile);
 *
 * A search needs 8 bytes for each tile of the map, and 8 for each tile that waits.
 */

/* The exact length of a path: straight + diagonal * sqrt(2). */
struct octile_length {
	uint32_t straight; /* number of steps along an edge */
	uint32_t diagonal; /* number of diagonal steps */
};

/* Returns the length, rounded down. */
uint64_t octile_floor(struct octile_length length);

/* Tiles that wait, by their bits. */
struct octile_bucket {
	ARRAY(uint64_t, tiles);
	size_t count;
};

/* The rounded estimates of the tiles that wait differ by at most 3. */
enum { OCTILE_BUCKETS = 4 };

struct octile {
	const uint64_t *tiles; /* the set of walkable tiles; not owned */
	uint64_t bit_count;    /* number of bits of this set */
	uint64_t stride;
	uint64_t goal;                                /* the goal of the search, as a bit */
	ARRAY(struct octile_length, lengths);         /* by bit: the best length so far */
	struct octile_bucket buckets[OCTILE_BUCKETS]; /* by rounded estimate: tiles that wait */
};

/*
 * Finds the length of the shortest path between two walkable tiles, given by their bits. The goal
 * must be reachable. Returns false if out of memory.
 */
bool octile_find(struct octile *octile, uint64_t start, uint64_t goal,
		 struct octile_length *length);

/* Frees the memory. Safe on a zeroed struct. */
void octile_free(struct octile *octile);
