/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_NEIGHBORS_H
#define DUNGEN_NEIGHBORS_H

#include "dungeon/dungeon.h"

struct neighbor {
	struct point center;
	uint32_t room;
};

/*
 * Finds the room nearest to another: the one whose center has the least squared distance, of several the one placed
 * first. The rooms are sorted by the cells of a grid, and the cells around a center are searched. Zeroed before its
 * first use; its memory is used again.
 */
struct neighbors {
	uint32_t shift;               /* a cell is 2^shift tiles on a side */
	uint32_t columns, rows;       /* of the grid; those at its border lie outside the map, so are empty */
	ARRAY(uint32_t, firsts);      /* by cell, row by row: index of its first room in the list; and their end */
	ARRAY(struct neighbor, list); /* in the order of cells */
};

/* Indexes the first `count` rooms of the dungeon, which stays the caller's. False when out of memory. */
bool neighbors_index(struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t count);

/*
 * The room nearest to `point`, among those indexed before room `end`. `skip` has a byte for each room, other than 0
 * where the room does not count; NULL: all count. UINT32_MAX where there is none.
 */
uint32_t neighbors_nearest(const struct neighbors *neighbors, struct point point, uint32_t end, const uint8_t *skip);

/*
 * Lets each tunnel begin at the nearest of the rooms placed before the one it leads to. Before and after, tunnel i
 * leads to room i + 1. Indexes other rooms. False when out of memory.
 */
bool neighbors_connect(struct neighbors *neighbors, struct dungeon *dungeon);

/* Frees what it owns; a zeroed struct is legal. */
void neighbors_free(struct neighbors *neighbors);

#endif
