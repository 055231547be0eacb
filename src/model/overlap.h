/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/dungeon.h"

#include <string.h>

/*
 * Finds which of the areas added so far meet another one, that is, share a tile with it. Few are compared side by side:
 * four at a time, without an early exit, which would be mispredicted. More are listed in the cells of a grid: each cell
 * lists the areas that touch it. The answer does not depend on the method.
 */
enum { OVERLAP_FEW = 128, OVERLAP_LANES = 4 };

typedef int32_t overlap_lanes __attribute__((vector_size(OVERLAP_LANES * sizeof(int32_t)), aligned(sizeof(int32_t))));

struct overlap {
	uint32_t count; /* areas added */
	struct overlap_group {
		overlap_lanes x1, y1, x2, y2;
	} groups[OVERLAP_FEW / OVERLAP_LANES]; /* the first areas */

	uint32_t width, height;   /* of the map */
	uint32_t room_min;        /* of the recipe; at least 1 */
	const struct area *areas; /* as passed to overlap_add */
	struct watch *watch;      /* of the dungeon; may be NULL */
	uint64_t count_most;      /* areas for which the cells are small enough; for more the grid is remade */
	uint32_t shift;           /* a cell is 2^shift tiles on a side */
	size_t columns;           /* of the grid */
	ARRAY(struct overlap_entry, cells);   /* by cell: the area listed last */
	ARRAY(struct overlap_entry, entries); /* the others */
	size_t entry_count;
};

/* Starts a map without areas. */
void overlap_start(struct overlap *overlap, const struct dungeon *dungeon);

/*
 * Adds the newest area, areas[count - 1]; those before it were added before. The caller keeps them, and may move them
 * before the next call. Returns false if out of memory.
 */
bool overlap_add(struct overlap *overlap, const struct area *areas, uint32_t count);

/* Whether two areas share a tile. Without branches, which would be mispredicted. */
static inline bool areas_meet(struct area a, struct area b)
{
	return (a.x1 <= b.x2) & (a.x2 >= b.x1) & (a.y1 <= b.y2) & (a.y2 >= b.y1);
}

/* Part of overlap_meets, for up to OVERLAP_FEW areas. */
static inline bool overlap_few_meet(const struct overlap *overlap, struct area area)
{
	const overlap_lanes none = {0};
	overlap_lanes x1 = none + (int32_t)area.x1, y1 = none + (int32_t)area.y1;
	overlap_lanes x2 = none + (int32_t)area.x2, y2 = none + (int32_t)area.y2;
	overlap_lanes apart = none - 1;
	for (uint32_t i = 0; i < (overlap->count + OVERLAP_LANES - 1) / OVERLAP_LANES; i++) {
		const struct overlap_group *group = &overlap->groups[i];
		apart &= (group->x1 > x2) | (group->x2 < x1) | (group->y1 > y2) | (group->y2 < y1);
	}
	uint64_t all[sizeof apart / sizeof(uint64_t)];
	memcpy(all, &apart, sizeof apart);
	return (all[0] & all[1]) != UINT64_MAX;
}

/*
 * Calls `visit` with each area that was added and meets this one, perhaps several times, until it returns true. Returns
 * whether it did. NULL stands for a function that returns true.
 */
bool overlap_visit(const struct overlap *overlap, struct area area, bool (*visit)(void *context, struct area),
		   void *context);

/* Whether the area meets one of those that were added. */
static inline bool overlap_meets(const struct overlap *overlap, struct area area)
{
	return overlap->count <= OVERLAP_FEW ? overlap_few_meet(overlap, area)
					     : overlap_visit(overlap, area, NULL, NULL);
}

void overlap_free(struct overlap *overlap);
