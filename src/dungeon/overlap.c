/* SPDX-License-Identifier: MIT */
#include "dungeon/overlap.h"

void overlap_start(struct overlap *overlap, const struct recipe *recipe)
{
	overlap->recipe = *recipe;
	overlap->method = OVERLAP_SIDE_BY_SIDE;
	overlap_few_start(&overlap->few);
}

bool overlap_indexed_meet(const struct overlap *overlap, struct area room)
{
	return overlap->method == OVERLAP_CORNERS ? overlap_corners_meet(&overlap->corners, room)
						  : overlap_lists_meet(&overlap->lists, room);
}

/* Starts an index, which is still empty. Returns false if out of memory. */
static bool start_index(struct overlap *overlap)
{
	if (overlap_corners_suit(&overlap->recipe)) {
		overlap->method = OVERLAP_CORNERS;
		return overlap_corners_start(&overlap->corners, &overlap->recipe);
	}
	overlap->method = OVERLAP_LISTS;
	overlap_lists_start(&overlap->lists, &overlap->recipe);
	return true;
}

bool overlap_add(struct overlap *overlap, const struct area *rooms, uint32_t count)
{
	uint32_t first = count - 1;
	if (overlap->method == OVERLAP_SIDE_BY_SIDE) {
		if (count <= OVERLAP_FEW) {
			overlap_few_add(&overlap->few, rooms[count - 1]);
			return true;
		}
		if (!start_index(overlap))
			return false;
		first = 0;
	}
	if (overlap->method == OVERLAP_LISTS)
		return overlap_lists_add(&overlap->lists, rooms, count);
	for (uint32_t i = first; i < count; i++)
		overlap_corners_add(&overlap->corners, rooms[i]);
	return true;
}

void overlap_free(struct overlap *overlap)
{
	overlap_corners_free(&overlap->corners);
	overlap_lists_free(&overlap->lists);
}
