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
 * A struct can be reused for any number of maps. It needs 20 bytes for each leg. A search looks at
 * the legs in the row of the tile and at those in its column. Functions that return a bool return
 * false if out of memory.
 */

/* A leg of a tunnel, without its direction. */
struct passage {
	uint32_t line;   /* twice the row that the leg follows, plus 1, or twice its column */
	uint32_t first;  /* the column, or the row, of its first tile */
	uint32_t last;   /* the same of its last tile */
	uint32_t tunnel; /* index of its tunnel */
};

struct passages {
	ARRAY(struct passage, legs); /* by buckets, in the order of the tunnels in each of them */
	uint32_t leg_count;
	ARRAY(uint32_t, bucket_ends); /* by bucket: index after its last leg */
	ARRAY(uint32_t, found); /* the tunnels through the tile of the last search, in order */
	uint32_t found_count;
};

/* Loads the tunnels of a map. */
bool passages_load(struct passages *passages, const struct map *map);

/* Finds the tunnels that pass through a tile. */
bool passages_find(struct passages *passages, struct point at);

/* Frees the memory. Safe on a zeroed struct. */
void passages_free(struct passages *passages);
