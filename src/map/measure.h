/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Measures maps, for --format stats, for the conditions of --where, and for the library.
 *
 * Usage:
 *
 *     struct walk walk = {0};
 *     struct stats stats;
 *     unsigned measures = MEASURE_BIT(MEASURE_LOOPS) | MEASURE_BIT(MEASURE_FLOOR);
 *     measure_map(&walk, map, measures, &stats);    any number of maps
 *     if (stats.known & MEASURE_BIT(MEASURE_LOOPS))
 *             the map has stats.value[MEASURE_LOOPS] loops
 *     walk_free(&walk);
 */

/* The measures, in the order of the format stats. */
enum measure {
	MEASURE_SEED,
	MEASURE_WIDTH,         /* columns */
	MEASURE_HEIGHT,        /* rows */
	MEASURE_ROOMS,         /* number of rooms */
	MEASURE_TUNNELS,       /* number of tunnels */
	MEASURE_DOORS,         /* number of doors */
	MEASURE_FLOOR,         /* walkable tiles, including doors */
	MEASURE_CORRIDOR,      /* walkable tiles outside of rooms */
	MEASURE_LOOPS,         /* independent closed ways around walls */
	MEASURE_DEAD_ENDS,     /* rooms with one group of neighboring openings in their walls */
	MEASURE_EXIT_DISTANCE, /* steps from the spawn to the exit */
	MEASURE_FARTHEST,      /* steps from the spawn to the tile farthest from it */
	MEASURE_REGIONS,       /* groups of connected walkable tiles */
	MEASURE_UNREACHABLE,   /* walkable tiles that the spawn does not reach */
	MEASURE_SPAWN_X,       /* column of the spawn, starting at 0 */
	MEASURE_SPAWN_Y,       /* row of the spawn, starting at 0 */
	MEASURE_EXIT_X,        /* column of the exit */
	MEASURE_EXIT_Y,        /* row of the exit */
	MEASURE_SPACES,        /* number of rooms that are no wings */
	MEASURE_LOCKS,         /* number of locks, each with a key */
	MEASURE_SECRETS,       /* number of spaces that are reached only through secret doors */
	MEASURE_WALK,          /* steps from the spawn to key 1, to key 2, and so on, to the exit */
	MEASURES
};
extern const char *const measure_names[MEASURES + 1]; /* ending in NULL */

/* A set of measures has a bit for each. */
#define MEASURE_BIT(measure) (1u << (measure))
enum { MEASURES_ALL = MEASURE_BIT(MEASURES) - 1 };

struct stats {
	unsigned known;           /* set of the measures whose values are known */
	uint64_t value[MEASURES]; /* by measure: its value; 0 if it is not known */
};

struct walk;

/*
 * Measures a map: at least the measures in the set `measures`, and others if they cost nothing
 * more. Draws and searches the tiles only if a measure in the set needs that. A generated map has
 * every measure. Some measures of an input map are unknown: everything that the map lacks, the
 * steps to a tile that the spawn does not reach, and all steps if the spawn is in a wall. `walk`
 * is memory for the search. Returns false if out of memory.
 */
bool measure_map(struct walk *walk, const struct map *map, unsigned measures, struct stats *stats);
