/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * An index of areas, such as the rooms of a map, which finds the areas that meet another area. Two
 * areas meet if they share a tile.
 *
 * Usage:
 *
 *     struct overlap overlap = {0};
 *     overlap_start(&overlap, map);                      an index without areas, for this map
 *     overlap_add(&overlap, areas, 1);                   adds areas[0], then areas[1], and so on
 *     if (overlap_meets(&overlap, area))                 any number of times
 *             an area in the index meets this one
 *     overlap_visit(&overlap, area, visitor, context);   calls the visitor with each such area
 *     overlap_free(&overlap);
 *
 * The first areas are compared one by one. If more are added, the index divides the map into the
 * cells of a grid, and each cell lists the areas that touch it. The answers are the same.
 */
enum { OVERLAP_LINEAR_MAX = 128 }; /* number of areas that are compared one by one, at most */

struct overlap {
	const struct map *map;    /* its recipe is used; not owned */
	const struct area *areas; /* the array that was passed to overlap_add last; not owned */
	uint32_t count;           /* number of areas in the index */

	/*
	 * The corners of the first areas, four of which are compared at once, which speeds up
	 * batches of small maps. x2 is -1 for areas that have not been added.
	 */
	int32_t x1[OVERLAP_LINEAR_MAX];
	int32_t y1[OVERLAP_LINEAR_MAX];
	int32_t x2[OVERLAP_LINEAR_MAX];
	int32_t y2[OVERLAP_LINEAR_MAX];

	/* The grid. */
	uint64_t areas_max; /* with more areas, the map is divided into smaller cells */
	uint32_t shift;     /* a cell is 2^shift tiles wide and high */
	size_t columns;     /* number of cells side by side */
	ARRAY(struct overlap_entry, cells);   /* by cell, row by row: the area listed last */
	ARRAY(struct overlap_entry, entries); /* the other areas of all cells, as linked lists */
	size_t entry_count;
};

/* Starts an index without areas. The caller keeps the map, and does not change its recipe. */
void overlap_start(struct overlap *overlap, const struct map *map);

/*
 * Adds an area, areas[count - 1]. The areas before it have been added already. The caller keeps the
 * array, and may move it before the next call. Returns false if out of memory.
 */
bool overlap_add(struct overlap *overlap, const struct area *areas, uint32_t count);

/* Called with an area and its index. Returns whether the visit ends. */
typedef bool overlap_visitor(void *context, struct area found, uint32_t index);

/*
 * Calls the visitor with each area that meets `area`, in any order, until it returns true. Returns
 * whether it returned true. If `visitor` is NULL, returns whether any area meets `area`.
 */
bool overlap_visit(const struct overlap *overlap, struct area area, overlap_visitor *visitor,
		   void *context);

/* Returns whether any area in the index meets `area`. */
static inline bool overlap_meets(const struct overlap *overlap, struct area area)
{
	const int32_t x1 = (int32_t)area.x1;
	const int32_t y1 = (int32_t)area.y1;
	const int32_t x2 = (int32_t)area.x2;
	const int32_t y2 = (int32_t)area.y2;
	if (overlap->count > OVERLAP_LINEAR_MAX)
		return overlap_visit(overlap, area, NULL, NULL);
	const uint32_t count = (overlap->count + 3) / 4 * 4;
	int32_t all_apart = -1;
	for (uint32_t i = 0; i < count; i++) {
		const bool is_beside = (overlap->x1[i] > x2) | (overlap->x2[i] < x1);
		const bool is_above_or_below = (overlap->y1[i] > y2) | (overlap->y2[i] < y1);
		all_apart &= -(is_beside | is_above_or_below);
	}
	return !all_apart;
}

/* Frees the memory. Safe on a zeroed struct. */
void overlap_free(struct overlap *overlap);
