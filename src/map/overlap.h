/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Finds which of the areas added so far meet another one, that is, share a tile with it. Few are
 * compared one by one. More are listed in the cells of a grid: each cell lists the areas that touch
 * it. The answer does not depend on the method.
 */
enum { OVERLAP_LINEAR_MAX = 128 };

struct overlap {
	/*
	 * The first areas, four of which are compared side by side; x2 is -1 for those that are not
	 * there yet.
	 */
	int32_t x1[OVERLAP_LINEAR_MAX], y1[OVERLAP_LINEAR_MAX], x2[OVERLAP_LINEAR_MAX],
		y2[OVERLAP_LINEAR_MAX];
	const struct area *areas; /* as passed to overlap_add */
	uint32_t count;
	const struct map *map;
	uint64_t areas_max; /* areas for which the cells are small enough; for more the grid is
				remade */
	uint32_t shift;     /* a cell is 2^shift tiles on a side */
	size_t columns;     /* of the grid */
	ARRAY(struct overlap_entry, cells);   /* by cell: the area listed last */
	ARRAY(struct overlap_entry, entries); /* the others */
	size_t entry_count;
};

/* Starts without areas. The caller keeps the map, whose recipe is used. */
void overlap_start(struct overlap *overlap, const struct map *map);

/*
 * Adds the newest area, areas[count - 1]; those before it were added before. The caller keeps them,
 * and may move them before the next call. Returns false if out of memory.
 */
bool overlap_add(struct overlap *overlap, const struct area *areas, uint32_t count);

/* Whether two areas share a tile. Without branches, which would be mispredicted. */
static inline bool areas_meet(struct area a, struct area b)
{
	return (a.x1 <= b.x2) & (a.x2 >= b.x1) & (a.y1 <= b.y2) & (a.y2 >= b.y1);
}

/*
 * Calls `visit` with each area that meets this one and its index, in any order, until it returns
 * true. Returns whether it did. NULL stands for a function that returns true.
 */
bool overlap_visit(const struct overlap *overlap, struct area area,
		   bool (*visit)(void *context, struct area found, uint32_t index), void *context);

/* Whether the area meets one of those that were added. */
static inline bool overlap_meets(const struct overlap *overlap, struct area area)
{
	const int32_t x1 = (int32_t)area.x1, y1 = (int32_t)area.y1, x2 = (int32_t)area.x2,
		      y2 = (int32_t)area.y2;
	int32_t apart = -1;
	if (overlap->count > OVERLAP_LINEAR_MAX)
		return overlap_visit(overlap, area, NULL, NULL);
	for (uint32_t i = 0; i < (overlap->count + 3) / 4 * 4; i++)
		apart &= -((overlap->x1[i] > x2) | (overlap->x2[i] < x1) | (overlap->y1[i] > y2) |
			   (overlap->y2[i] < y1));
	return !apart;
}

void overlap_free(struct overlap *overlap);
