/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/dungeon.h"

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

struct stats {
	unsigned known; /* a bit for each measure; a map that was made has all */
	uint64_t value[MEASURES];
};

struct walk;

/*
 * Measures a map by searching all of its floor. What a map that was read lacks is not known; nor
 * are the steps to a tile that the spawn does not reach, or from a spawn that is in a wall. Returns
 * false if out of memory.
 */
bool measure_map(struct walk *walk, const struct dungeon *dungeon, struct stats *stats);
