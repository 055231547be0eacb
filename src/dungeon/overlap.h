/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OVERLAP_H
#define DUNGEN_OVERLAP_H

#include "dungeon/dungeon.h"

#include <string.h>

/* Three ways to find overlaps. Each starts without rooms, which are then added one by one. */

/* Whether the rectangles of two rooms share a tile. Without branches, which would be mispredicted. */
static inline bool areas_meet(struct area a, struct area b)
{
	return (a.x1 <= b.x2) & (a.x2 >= b.x1) & (a.y1 <= b.y2) & (a.y2 >= b.y1);
}

/* Side by side: for up to OVERLAP_FEW rooms, four at a time, without an early exit, which would be mispredicted. */
enum { OVERLAP_FEW = 128, OVERLAP_LANES = 4 };

typedef int32_t overlap_lanes __attribute__((vector_size(OVERLAP_LANES * sizeof(int32_t)), aligned(sizeof(int32_t))));

struct overlap_few {
	uint32_t count;
	struct overlap_group {
		overlap_lanes x1, y1, x2, y2;
	} groups[OVERLAP_FEW / OVERLAP_LANES];
};

static inline void overlap_few_start(struct overlap_few *few)
{
	few->count = 0;
}

static inline void overlap_few_add(struct overlap_few *few, struct area room)
{
	struct overlap_group *group = &few->groups[few->count / OVERLAP_LANES];
	uint32_t lane = few->count++ % OVERLAP_LANES;
	/* No room reaches the lanes that are still free. */
	if (lane == 0)
		group->x1 = (overlap_lanes){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
	group->x1[lane] = (int32_t)room.x1;
	group->y1[lane] = (int32_t)room.y1;
	group->x2[lane] = (int32_t)room.x2;
	group->y2[lane] = (int32_t)room.y2;
}

static inline bool overlap_few_meet(const struct overlap_few *few, struct area room)
{
	const overlap_lanes none = {0};
	overlap_lanes x1 = none + (int32_t)room.x1, y1 = none + (int32_t)room.y1;
	overlap_lanes x2 = none + (int32_t)room.x2, y2 = none + (int32_t)room.y2;
	overlap_lanes apart = none - 1;
	for (uint32_t i = 0; i < (few->count + OVERLAP_LANES - 1) / OVERLAP_LANES; i++) {
		const struct overlap_group *group = &few->groups[i];
		apart &= (group->x1 > x2) | (group->x2 < x1) | (group->y1 > y2) | (group->y2 < y1);
	}
	uint64_t all[sizeof apart / sizeof(uint64_t)];
	memcpy(all, &apart, sizeof apart);
	return (all[0] & all[1]) != UINT64_MAX;
}

/*
 * Corners: for many small rooms close together. Each cell of a grid is so small that it has the top left corner of at
 * most one room. The cells around a rectangle are all tested, several at a time.
 */
struct overlap_corners {
	uint32_t room_min, room_max;
	uint32_t side;          /* of a cell, in tiles */
	uint32_t reach;         /* how many columns and rows of cells are looked at */
	size_t columns;         /* of the grid */
	ARRAY(uint16_t, cells); /* the room whose corner it has */
};

/* Whether the rooms of a recipe are small enough, and can be dense enough to be worth the memory. */
bool overlap_corners_suit(const struct recipe *recipe);

/* Starts a map. Returns false if out of memory. */
bool overlap_corners_start(struct overlap_corners *corners, const struct recipe *recipe);

void overlap_corners_add(struct overlap_corners *corners, struct area room);
bool overlap_corners_meet(const struct overlap_corners *corners, struct area room);
void overlap_corners_free(struct overlap_corners *corners);

/* Lists: for any rooms. A grid of about as many cells as there are rooms; each lists the rooms that touch it. */
struct overlap_lists {
	struct recipe recipe;
	uint32_t shift;         /* a cell is 2^shift tiles on a side */
	size_t columns;         /* of the grid */
	uint64_t room_most;     /* rooms for which its cells are small enough; for more it is remade */
	ARRAY(uint32_t, heads); /* list heads, by cell: index into entries plus 1, 0 for empty */
	ARRAY(struct overlap_entry, entries);
	size_t entry_count;
};

void overlap_lists_start(struct overlap_lists *lists, const struct recipe *recipe);

/* Adds rooms[count - 1], or all rooms again if the grid is remade. Returns false if out of memory. */
bool overlap_lists_add(struct overlap_lists *lists, const struct area *rooms, uint32_t count);

bool overlap_lists_meet(const struct overlap_lists *lists, struct area room);

/*
 * Calls `visit` with each room that meets this one, perhaps several times, until it returns true. Returns whether it
 * did. NULL stands for a function that returns true.
 */
bool overlap_lists_visit(const struct overlap_lists *lists, struct area room, bool (*visit)(void *context, struct area),
			 void *context);

void overlap_lists_free(struct overlap_lists *lists);

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
bool overlap_indexed_meet(const struct overlap *overlap, struct area room);

/* Whether `room` meets one of the rooms that were added. */
static inline bool overlap_meets(const struct overlap *overlap, struct area room)
{
	return overlap->method == OVERLAP_SIDE_BY_SIDE ? overlap_few_meet(&overlap->few, room)
						       : overlap_indexed_meet(overlap, room);
}

/* Adds the newest room, rooms[count - 1]. Returns false if out of memory. */
bool overlap_add(struct overlap *overlap, const struct area *rooms, uint32_t count);

void overlap_free(struct overlap *overlap);

#endif
