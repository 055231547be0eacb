/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/walk.h"

/*
 * Random pairs of a start and a goal for path finders, with the lengths of the shortest paths. All
 * tiles lie in one region: that of the spawn or, without a spawn, the largest region. In a region,
 * every tile can be reached from every other. dungen-generator(7) states the rule.
 *
 *     struct pairs pairs = {0};
 *     if (!pairs_load(&pairs, map))
 *             out of memory
 *     if (!pairs_draw(&pairs, count))              count <= pairs.tile_count
 *             out of memory
 *     for (i = 0; i < count; i++) {
 *             start = pairs.drawn[i];
 *             goal = pairs.drawn[i + 1];
 *             if (!pairs_measure(&pairs, i, &length))
 *                     out of memory
 *     }
 *     pairs_free(&pairs);
 *
 * Lengths are octile: a step to a tile that shares an edge costs 1, and a diagonal step costs the
 * square root of 2. A diagonal step requires that both tiles beside it are walkable. A search needs
 * 8 bytes for each tile of the map, and 8 for each tile that waits.
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

struct pairs {
	struct walk walk;       /* finds the region */
	uint64_t seed;          /* seed of the map, or 0 */
	uint64_t tile_count;    /* number of tiles in the region that can be drawn */
	ARRAY(uint64_t, tiles); /* the tiles of the region, as bits; 0 if a tile was drawn */

	/* The tiles that were drawn. Pair i leads from tile i to tile i + 1. */
	ARRAY(struct point, drawn);

	/* A search. */
	struct point goal;
	ARRAY(struct octile_length, lengths);         /* by bit: the best length so far */
	struct octile_bucket buckets[OCTILE_BUCKETS]; /* by rounded estimate: tiles that wait */
};

/* Finds the region of a map. */
bool pairs_load(struct pairs *pairs, const struct map *map);

/* Draws the tiles of `count` pairs, at most tile_count. Call it once for each map. */
bool pairs_draw(struct pairs *pairs, uint64_t count);

/* Measures the shortest path of a pair. */
bool pairs_measure(struct pairs *pairs, uint64_t index, struct octile_length *length);

/* Frees the memory. Safe on a zeroed struct. */
void pairs_free(struct pairs *pairs);
