/* SPDX-License-Identifier: MIT */
#include "map/overlap.h"

#include <string.h>

enum {
	CELLS_PER_AREA = 4, /* at most: more cells take longer to clear than they save */
};

/* All numbers of an empty cell are NONE, so its area meets no other. */
#define NONE UINT32_MAX
struct overlap_entry {
	struct area area;
	uint32_t index; /* of the area */
	uint32_t next;  /* the next entry of the cell; NONE: there is none */
};

void overlap_start(struct overlap *overlap, const struct map *map)
{
	overlap->map = map;
	overlap->count = 0;
	memset(overlap->x2, 0xff, sizeof overlap->x2);
	overlap->areas_max = 0;
}

/* The cells that an area touches. */
static struct area touched_cells(const struct overlap *overlap, struct area area)
{
	uint32_t shift = overlap->shift;
	return (struct area){area.x1 >> shift, area.y1 >> shift, area.x2 >> shift,
			     area.y2 >> shift};
}

/* How many cells of 2^shift tiles on a side the map takes. */
static uint64_t cell_count(const struct overlap *overlap, uint32_t shift)
{
	const struct recipe *recipe = &overlap->map->recipe;
	return (uint64_t)((recipe->width >> shift) + 1) * ((recipe->height >> shift) + 1);
}

/*
 * Divides the map into the smallest cells that this many areas are worth, all empty. Returns false
 * if out of memory.
 */
static bool divide(struct overlap *overlap, uint32_t area_count)
{
	uint64_t cells_most = (uint64_t)area_count * CELLS_PER_AREA;
	uint32_t shift = 31;
	/* Cells smaller than the smallest room gain nothing. */
	while (cell_count(overlap, shift - 1) <= cells_most &&
	       overlap->map->recipe.room_min >> (shift - 1) == 0)
		shift--;
	uint64_t count = cell_count(overlap, shift);
	if (!array_reserve(overlap, cells, count))
		return false;
	memset(overlap->cells, 0xff, (size_t)count * sizeof *overlap->cells);
	overlap->columns = (overlap->map->recipe.width >> shift) + 1;
	overlap->shift = shift;
	overlap->areas_max = cells_most;
	overlap->entry_count = 0;
	return true;
}

/* Adds an area to the lists of all cells that it touches. Returns false if out of memory. */
static bool list(struct overlap *overlap, uint32_t index)
{
	struct area cells = touched_cells(overlap, overlap->areas[index]);
	uint64_t needed = overlap->entry_count + (uint64_t)area_width(cells) * area_height(cells);
	if (needed > NONE || !array_reserve(overlap, entries, needed))
		return false;
	for (size_t y = cells.y1; y <= cells.y2; y++)
		for (size_t x = cells.x1; x <= cells.x2; x++) {
			struct overlap_entry *cell = &overlap->cells[y * overlap->columns + x],
					     entry = *cell;
			*cell = (struct overlap_entry){overlap->areas[index], index, NONE};
			if (entry.index == NONE)
				continue;
			cell->next = (uint32_t)overlap->entry_count;
			overlap->entries[overlap->entry_count++] = entry;
		}
	return true;
}

bool overlap_add(struct overlap *overlap, const struct area *areas, uint32_t count)
{
	const struct area area = areas[count - 1];
	uint32_t first = count - 1;
	overlap->areas = areas;
	overlap->count = count;
	if (first < OVERLAP_LINEAR_MAX) {
		overlap->x1[first] = (int32_t)area.x1;
		overlap->y1[first] = (int32_t)area.y1;
		overlap->x2[first] = (int32_t)area.x2;
		overlap->y2[first] = (int32_t)area.y2;
		return true;
	}
	if (overlap->count > overlap->areas_max) {
		if (!divide(overlap, overlap->count))
			return false;
		first = 0;
	}
	for (uint32_t i = first; i < overlap->count; i++)
		if (!list(overlap, i))
			return false;
	return true;
}

bool overlap_visit(const struct overlap *overlap, struct area area,
		   bool (*visit)(void *context, struct area found, uint32_t index), void *context)
{
	for (uint32_t i = 0; i < overlap->count && overlap->count <= OVERLAP_LINEAR_MAX; i++)
		if (areas_meet(overlap->areas[i], area) &&
		    (!visit || visit(context, overlap->areas[i], i)))
			return true;
	if (overlap->count <= OVERLAP_LINEAR_MAX)
		return false;
	struct area cells = touched_cells(overlap, area);
	for (size_t y = cells.y1; y <= cells.y2; y++)
		for (size_t x = cells.x1; x <= cells.x2; x++) {
			const struct overlap_entry
				*entry = &overlap->cells[y * overlap->columns + x];
			for (; entry;
			     entry = entry->next == NONE ? NULL : &overlap->entries[entry->next])
				/* An area is visited in the first of the cells that both touch. */
				if (areas_meet(entry->area, area) &&
				    (!visit ||
				     (greater(entry->area.x1, area.x1) >> overlap->shift == x &&
				      greater(entry->area.y1, area.y1) >> overlap->shift == y &&
				      visit(context, entry->area, entry->index))))
					return true;
		}
	return false;
}

void overlap_free(struct overlap *overlap)
{
	array_free(overlap, cells);
	array_free(overlap, entries);
}
