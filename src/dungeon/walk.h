/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_WALK_H
#define DUNGEN_WALK_H

#include "dungeon/dungeon.h"
#include "dungeon/row_reader.h"

/*
 * The pass that puts the exit as far from the spawn as a room's center is: a breadth-first search over the floor, in
 * steps between tiles that share an edge. It takes two bits for each tile of the map, and memory for the tiles that are
 * the same number of steps away.
 */
struct walk {
	struct row_reader reader;
	uint64_t *floor; /* a bit for each tile of floor that was not reached yet, row by row */
	size_t floor_capacity;
	uint64_t *centers; /* a bit for each center of a room that was not reached yet */
	size_t center_capacity;
	uint64_t *reached[2]; /* the bits of the tiles reached with one number of steps, and with the next */
	size_t reached_capacity[2];
};

/*
 * Sets exit and exit_distance of a dungeon whose rooms and tunnels are complete and which has no doors yet. Of rooms
 * equally far, it is the one placed first. A zeroed walk is legal; memory from the map before is used again. False when
 * out of memory.
 */
bool walk_to_farthest(struct walk *walk, struct dungeon *dungeon);

/* Frees what it owns; a zeroed walk is legal. */
void walk_free(struct walk *walk);

#endif
