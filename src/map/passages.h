/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Finds the tunnels that pass through a tile: those whose paths contain it.
 *
 * Usage:
 *
 *     struct passages passages = {0};
 *     passages_load(&passages, map);        after the last tunnel of the map
 *     passages_find(&passages, door->at);
 *     passages.found[0] is the index of a tunnel, if passages.found_count > 0
 *     passages_free(&passages);
 *
 * A struct can be reused for any number of maps. It needs 25 bytes for each leg. A search takes
 * logarithmic time for each tunnel that it finds. Functions that return a bool return false if out
 * of memory.
 */

/*
 * A leg of a tunnel. All tiles are numbered so that the tiles of a leg follow one another: row by
 * row for legs along rows, and column by column for legs down columns.
 *
 * The legs are in buckets, each for the legs of some rows or columns. A bucket of many legs is a
 * binary tree: the root is the leg in the middle, and the legs before it and the legs from it on
 * are its two subtrees.
 */
struct passage {
	uint64_t first;    /* number of the first tile */
	uint64_t last_max; /* greatest number of a tile of the legs in the tree of this root */
	uint32_t steps;    /* from the first tile to the last one */
	uint32_t tunnel;   /* index of its tunnel */
};

struct passages {
	ARRAY(struct passage, legs);    /* bucket by bucket; a tree is sorted by first tiles */
	ARRAY(uint32_t, bucket_begins); /* by bucket: index of its first leg; a bucket ends where
					  the next one begins */
	unsigned bucket_shift;          /* a bucket is for 2 to this power rows or columns */
	uint32_t bucket_count;          /* buckets of rows; as many buckets of columns follow */
	ARRAY(uint32_t, found); /* the tunnels through the tile of the last search, in order */
	uint32_t found_count;
};

/* Loads the tunnels of a map. */
bool passages_load(struct passages *passages, const struct map *map);

/* Finds the tunnels that pass through a tile. */
bool passages_find(struct passages *passages, struct point at);

/* Frees the memory. Safe on a zeroed struct. */
void passages_free(struct passages *passages);
