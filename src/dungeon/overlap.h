/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OVERLAP_H
#define DUNGEN_OVERLAP_H

#include "dungeon/dungeon.h"

/*
 * Does a rectangle meet one of the rooms placed? The answer is always that of the comparison with every room.
 *
 * Few rooms are compared one by one. Many are listed in square cells, about as many as there are rooms.
 * Where rooms are of like size, a room is listed in the one cell of its top left corner, and a rectangle is
 * looked for as far up and left of itself as a room can reach. Where they are not, that could be most of
 * the map, so there a room is listed in every cell that it covers.
 */
struct overlap {
	struct recipe recipe;
	uint32_t few;   /* up to so many rooms are compared one by one */
	uint32_t reach; /* how far, in tiles, a room goes right or down of its only cell; 0: in all its cells */
	uint32_t shift; /* a cell is 2^shift tiles wide and high */
	uint32_t full;  /* with so many rooms, it is time for smaller cells */
	size_t columns, cell_count;
	uint32_t *cells; /* of each its newest entry, as its place in `entries` plus 1; 0: none */
	size_t cell_capacity;
	struct overlap_entry *entries;
	size_t entry_count, entry_capacity;
};

/* What `few` is for users; a test of the two ways against each other takes another. */
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
