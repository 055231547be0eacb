/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/octile.h"
#include "map/walk.h"
#include "rng/rng.h"

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
 *             start = pairs_tile(&pairs, i);
 *             goal = pairs_tile(&pairs, i + 1);
 *             if (!pairs_measure(&pairs, i, &length))
 *                     out of memory
 *     }
 *     pairs_free(&pairs);
 */
struct pairs {
	struct walk walk;        /* finds the region */
	struct octile octile;    /* measures paths in the region */
	uint64_t seed;           /* seed of the map, or 0 */
	uint64_t tile_count;     /* number of tiles in the region that can be drawn */
	ARRAY(uint64_t, region); /* a bit for each tile, as in `walk`: it lies in the region */
	ARRAY(uint64_t, tiles);  /* the tiles of the region, as bits; 0 if a tile was drawn */

	/* The tiles that were drawn, as bits. Pair i leads from tile i to tile i + 1. */
	ARRAY(uint64_t, drawn);
};

/* Finds the region of a map. */
bool pairs_load(struct pairs *pairs, const struct map *map);

/* Draws the tiles of `count` pairs, at most tile_count. Call it once for each map. */
bool pairs_draw(struct pairs *pairs, uint64_t count);

/* Returns a tile that was drawn. */
struct point pairs_tile(const struct pairs *pairs, uint64_t index);

/* Measures the shortest path of a pair. */
bool pairs_measure(struct pairs *pairs, uint64_t index, struct octile_length *length);

/* Frees the memory. Safe on a zeroed struct. */
void pairs_free(struct pairs *pairs);
