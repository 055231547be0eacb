/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OVERLAP_H
#define DUNGEN_OVERLAP_H

#include "dungeon/overlap_methods.h"

/*
 * Finds out whether a rectangle meets one of the rooms placed so far, walls included. Few rooms are compared side by
 * side, more are indexed; the answer does not depend on the method.
 */
struct overlap {
	struct recipe recipe;
	enum { OVERLAP_SIDE_BY_SIDE, OVERLAP_CORNERS, OVERLAP_LISTS } method;
	struct overlap_few few;
	struct overlap_corners corners;
	struct overlap_lists lists;
};

/* Starts a map without rooms. */
void overlap_start(struct overlap *overlap, const struct recipe *recipe);

/* Part of overlap_meets, for more rooms than are compared side by side. */
bool overlap_indexed_meet(const struct overlap *overlap, const struct room *rooms, uint32_t count, struct room room);

/* Whether `room` meets one of the `count` rooms, all of which were added. */
static inline bool overlap_meets(const struct overlap *overlap, const struct room *rooms, uint32_t count,
				 struct room room)
{
	return overlap->method == OVERLAP_SIDE_BY_SIDE ? overlap_few_meet(&overlap->few, room)
						       : overlap_indexed_meet(overlap, rooms, count, room);
}

/* Adds the newest room, rooms[count - 1]. Returns false if out of memory. */
bool overlap_add(struct overlap *overlap, const struct room *rooms, uint32_t count);

void overlap_free(struct overlap *overlap);

#endif
