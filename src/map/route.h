/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/walk.h"

/*
 * The route: the shortest walk from the spawn of a map to its exit, by steps between tiles that
 * share an edge. Secret doors are wall, and all other doors are open. dungen-generator(7) says
 * which of several shortest walks it is.
 *
 * Usage:
 *
 *     struct route route = {0};
 *     if (route_find(&route, map) == ROUTE_FOUND)    any number of maps
 *             use its length, its corners, and its tiles
 *     route_free(&route);
 *
 * A search needs ten bits for each tile, and memory for the tiles at one distance and for the
 * corners.
 */
struct route {
	struct walk walk;             /* searches the map, starting at the exit */
	uint64_t length;              /* number of steps from the spawn to the exit */
	uint64_t exit_distance;       /* the same if secret doors are open, too */
	ARRAY(struct point, corners); /* the spawn, each tile where the route turns, the exit */
	uint32_t corner_count;        /* number of these tiles; 1 if the spawn is the exit */
	ARRAY(uint8_t, codes);        /* by bit of a tile, as in `walk`: see route.c */
};

enum route_result {
	ROUTE_FOUND,
	ROUTE_LACKS_SPAWN,   /* the map has no spawn */
	ROUTE_LACKS_EXIT,    /* the map has no exit */
	ROUTE_SPAWN_IN_WALL, /* the spawn is not on a walkable tile */
	ROUTE_EXIT_IN_WALL,  /* the exit is not on a walkable tile */
	ROUTE_BLOCKED,       /* the exit cannot be reached from the spawn */
	ROUTE_HIDDEN,        /* the exit cannot be reached without secret doors */
	ROUTE_NO_MEMORY,     /* out of memory */
};

enum { ROUTE_PASSES = 4 }; /* the code of a tile that the route passes */

/* Finds the route of a map. */
enum route_result route_find(struct route *route, const struct map *map);

/* Returns whether the route passes a tile. */
static inline bool route_passes(const struct route *route, struct point tile)
{
	return route->codes[walk_bit(&route->walk, tile)] == ROUTE_PASSES;
}

/*
 * Returns the first column, from `x` on, in which the route passes row `y`. Returns the width of
 * the map if there is none.
 */
uint32_t route_next_column(const struct route *route, uint32_t x, uint32_t y);

/* Frees the memory. Safe on a zeroed struct. */
void route_free(struct route *route);
