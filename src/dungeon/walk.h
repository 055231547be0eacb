/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_WALK_H
#define DUNGEN_WALK_H

#include "dungeon/rows.h"

/*
 * The pass that puts the exit into the room whose center is farthest from the spawn, by a breadth-first search over
 * tiles of floor that share an edge. It takes two bits for each tile of the map, and memory for the tiles at one
 * distance.
 */
struct walk {
	struct rows rows;
	ARRAY(uint64_t, row);     /* a bit for each tile of a row: 1 for floor */
	ARRAY(uint64_t, floor);   /* a bit for each tile of floor that is not reached yet, row by row */
	ARRAY(uint64_t, centers); /* a bit for each center that is not reached yet */
	struct {
		ARRAY(uint64_t, tiles); /* bit numbers of the tiles at one distance */
	} reached[2];                   /* the current distance, and the next */
};

/*
 * Sets exit and exit_distance of a dungeon that has all its rooms and tunnels but no doors. Ties go to the earliest
 * room. Returns false if out of memory.
 */
bool walk_to_farthest(struct walk *walk, struct dungeon *dungeon);

void walk_free(struct walk *walk);

#endif
