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
 * A struct can be reused for any number of maps. It needs 12 bytes for each leg. A search looks at
 * the legs in the row of the tile and at those in its column. Functions that return a bool return
 * false if out of memory.
 */
struct passages {
	const struct map *map; /* not owned */
	/* A hash table of the legs by the row or the column that they follow, with chained entries.
	 */
	ARRAY(uint32_t, first_legs); /* by hash: the first leg of the chain, or NO_LEG */
	ARRAY(uint32_t, next_legs);  /* by leg: the next leg of its chain, or NO_LEG */
	ARRAY(uint32_t, tunnels);    /* by leg: index of its tunnel */
	ARRAY(uint32_t, found);      /* the tunnels through the tile of the last search, in order */
	uint32_t found_count;
};

/* Loads the tunnels of a map. */
bool passages_load(struct passages *passages, const struct map *map);

/* Finds the tunnels that pass through a tile. */
bool passages_find(struct passages *passages, struct point at);

/* Frees the memory. Safe on a zeroed struct. */
void passages_free(struct passages *passages);
