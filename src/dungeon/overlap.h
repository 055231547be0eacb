/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OVERLAP_H
#define DUNGEN_OVERLAP_H

#include "dungeon/dungeon.h"

/*
 * Does a rectangle meet one of the rooms placed? The answer is always that of the comparison with every room.
 *
 * Few rooms are compared one by one. Many small rooms, close together, are found in a table of cells so small that a
 * cell holds the top left corner of at most one room: all the cells around a rectangle are read at once. Other rooms
 * are listed in every cell that they cover, of cells about as many as rooms.
 */
struct overlap {
	struct recipe recipe;
	uint32_t few; /* up to so many rooms are compared one by one */
	enum { OVERLAP_ONE_BY_ONE, OVERLAP_CORNERS, OVERLAP_LISTS } way;

	size_t columns; /* cells in a row of them */

	uint16_t *corners; /* of each cell the room with its corner there */
	size_t corner_capacity;

	uint32_t shift;  /* lists: a cell is 2^shift tiles on a side */
	uint32_t full;   /* with so many rooms, it is time for smaller cells */
	uint32_t *cells; /* of each its newest entry, as its place in `entries` plus 1; 0: none */
	size_t cell_capacity;
	struct overlap_entry *entries;
	size_t entry_count, entry_capacity;
};

/* What `few` is for users; a test of one way against another takes what it needs. */
enum { OVERLAP_FEW = 48 };

/* Begins a map without rooms. A zeroed overlap is legal; memory from the map before is used again. */
void overlap_start(struct overlap *overlap, const struct recipe *recipe, uint32_t few);

/* Whether `room` meets, walls included, one of the `count` rooms that were added. */
bool overlap_meets(const struct overlap *overlap, const struct room *rooms, uint32_t count, struct room room);

/* Takes note of the newest room, rooms[count - 1]. False when out of memory. */
bool overlap_add(struct overlap *overlap, const struct room *rooms, uint32_t count);

/* Frees what it owns; a zeroed overlap is legal. */
void overlap_free(struct overlap *overlap);

#endif
