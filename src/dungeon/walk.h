/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_WALK_H
#define DUNGEN_WALK_H

#include "dungeon/rows.h"

/*
 * The pass that puts the exit as far from the spawn as a room's center is: a breadth-first search over the floor, in
 * steps between tiles that share an edge. It takes two bits for each tile of the map, and memory for the tiles that are
 * the same number of steps away. Zeroed before the first map, used again for the next, freed with walk_free.
 */
struct walk {
	struct rows rows;
	ARRAY(uint64_t, row);     /* a bit for each tile of a row that is floor */
	ARRAY(uint64_t, floor);   /* a bit for each tile of floor that was not reached yet, row after row */
	ARRAY(uint64_t, centers); /* a bit for each center of a room that was not reached yet */
	struct {
		ARRAY(uint64_t, tiles); /* the bits of the tiles reached with one number of steps */
	} reached[2];                   /* these, and those reached with the next */
};

/*
 * Sets exit and exit_distance of a dungeon whose rooms and tunnels are complete and which has no doors yet. Ties go to
 * the earliest room. Returns false if out of memory.
 */
bool walk_to_farthest(struct walk *walk, struct dungeon *dungeon);

void walk_free(struct walk *walk);

#endif
