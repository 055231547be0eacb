/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/* What is measured of a map, in the order of the format stats. */
enum measure {
	MEASURE_SEED,
	MEASURE_WIDTH,
	MEASURE_HEIGHT,
	MEASURE_ROOMS,
	MEASURE_TUNNELS,
	MEASURE_DOORS,
	MEASURE_FLOOR,     /* tiles that can be walked, doors included */
	MEASURE_CORRIDOR,  /* those of them that are in no room */
	MEASURE_LOOPS,     /* ways around walls */
	MEASURE_DEAD_ENDS, /* rooms whose walls have one opening: a group of neighboring floor tiles
			    */
	MEASURE_EXIT_DISTANCE, /* steps from the spawn to the exit */
	MEASURE_FARTHEST,      /* steps from the spawn to the tile that takes most */
	MEASURE_REGIONS,       /* groups of floor that are connected */
	MEASURE_UNREACHABLE,   /* tiles of floor that the spawn does not reach */
	MEASURES
};
extern const char *const measure_names[MEASURES + 1]; /* ending in NULL */

/* A set of measures has a bit for each. */
#define MEASURE_BIT(measure) (1u << (measure))
enum { MEASURES_ALL = MEASURE_BIT(MEASURES) - 1 };

struct stats {
	unsigned known; /* set of the measures whose values are known */
	uint64_t value[MEASURES];
};

struct walk;
struct watch;

/*
 * Measures a map: at least the measures in the set `asked`, and others if they cost nothing more.
 * Draws and searches the tiles only if a measure in the set needs that. Leaves unknown what a map
 * that was read lacks, the steps to a tile that the spawn does not reach, and all steps if the
 * spawn is in a wall. A generated map has every measure. Reports to `watch`, which may be NULL.
 * Returns false if out of memory.
 */
bool measure_map(struct walk *walk, const struct map *map, unsigned asked, struct stats *stats,
		 struct watch *watch);
