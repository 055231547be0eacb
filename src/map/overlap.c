/* SPDX-License-Identifier: MIT */
#include "map/overlap.h"

#include <string.h>

/*
 * Cells for each area, at most, when the map is divided. It takes longer to clear more cells than
 * they save. The map is divided again when it has more areas than this number of cells.
 */
enum { CELLS_PER_AREA = 4 };

#define NONE UINT32_MAX

/* An area in the list of a cell. In an empty cell, all numbers are NONE, so it meets no area. */
struct overlap_entry {
	struct area area;
	uint32_t index; /* index of the area */
	uint32_t next;  /* index of the next entry of the same cell, or NONE */
};

void overlap_start(struct overlap *overlap, const struct map *map)
{
	overlap->map = map;
	overlap->count = 0;
	memset(overlap->x2, 0xff, sizeof overlap->x2);
	overlap->areas_max = 0;
}

/* Returns the cells that an area touches. */
static struct area touched_cells(const struct overlap *overlap, struct area area)
{
	const uint32_t shift = overlap->shift;
	return (struct area){
		.x1 = area.x1 >> shift,
		.y1 = area.y1 >> shift,
		.x2 = area.x2 >> shift,
		.y2 = area.y2 >> shift,
	};
}

/* Returns how many cells of 2^shift tiles on a side cover the map. */
static uint64_t cell_count(const struct overlap *overlap, uint32_t shift)
{
	const struct recipe *recipe = &overlap->map->recipe;
	const uint64_t columns = (recipe->width >> shift) + 1;
	const uint64_t rows = (recipe->height >> shift) + 1;
	return columns * rows;
}

/*
 * Divides the map into empty cells, as many as this number of areas is worth. Returns false if out
 * of memory.
 */
static bool divide_map(struct overlap *overlap, uint32_t area_count)
{
	const struct recipe *recipe = &overlap->map->recipe;
	const uint64_t cells_max = (uint64_t)area_count * CELLS_PER_AREA;
	uint32_t shift = 31;
	while (cell_count(overlap, shift - 1) <= cells_max) {
		/* Cells smaller than the smallest room gain nothing. */
		if (recipe->room_min >> (shift - 1) > 0)
			break;
		shift--;
	}
	const uint64_t count = cell_count(overlap, shift);
	if (!array_reserve(overlap, cells, count))
		return false;
	memset(overlap->cells, 0xff, (size_t)count * sizeof *overlap->cells);
	overlap->columns = (recipe->width >> shift) + 1;
	overlap->shift = shift;
	overlap->areas_max = cells_max;
	overlap->entry_count = 0;
	return true;
}

/* Adds an area to the lists of all cells that it touches. Returns false if out of memory. */
static bool add_to_cells(struct overlap *overlap, uint32_t index)
{
	const struct area area = overlap->areas[index];
	const struct area cells = touched_cells(overlap, area);
	const uint64_t cells_touched = (uint64_t)area_width(cells) * area_height(cells);
	const uint64_t entries_max = overlap->entry_count + cells_touched;
	if (entries_max > NONE || !array_reserve(overlap, entries, entries_max))
		return false;
	for (size_t y = cells.y1; y <= cells.y2; y++) {
		for (size_t x = cells.x1; x <= cells.x2; x++) {
			struct overlap_entry *cell = &overlap->cells[y * overlap->columns + x];
			uint32_t next = NONE;
			/* The area comes before those that the cell lists already. */
			if (cell->index != NONE) {
				next = (uint32_t)overlap->entry_count++;
				overlap->entries[next] = *cell;
			}
			*cell = (struct overlap_entry){area, index, next};
		}
	}
	return true;
}

bool overlap_add(struct overlap *overlap, const struct area *areas, uint32_t count)
{
	const uint32_t newest = count - 1;
	overlap->areas = areas;
	overlap->count = count;
	if (count <= OVERLAP_LINEAR_MAX) {
		const struct area area = areas[newest];
		overlap->x1[newest] = (int32_t)area.x1;
		overlap->y1[newest] = (int32_t)area.y1;
		overlap->x2[newest] = (int32_t)area.x2;
		overlap->y2[newest] = (int32_t)area.y2;
		return true;
	}
	if (count <= overlap->areas_max)
		return add_to_cells(overlap, newest);
	if (!divide_map(overlap, count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!add_to_cells(overlap, i))
			return false;
	return true;
}

/* Looks at the areas that touch the cell in column x and row y, for overlap_visit. */
static bool visit_cell(const struct overlap *overlap, size_t x, size_t y, struct area area,
		       overlap_visitor *visitor, void *context)
{
	const struct overlap_entry *entry = &overlap->cells[y * overlap->columns + x];
	for (;;) {
		const struct area found = entry->area;
		if (areas_meet(found, area)) {
			/*
			 * Two areas can meet in many cells. Visit the area only in the first of the
			 * cells that both touch.
			 */
			const uint32_t first_x = greater(found.x1, area.x1) >> overlap->shift;
			const uint32_t first_y = greater(found.y1, area.y1) >> overlap->shift;
			if (!visitor)
				return true;
			if (first_x == x && first_y == y && visitor(context, found, entry->index))
				return true;
		}
		if (entry->next == NONE)
			return false;
		entry = &overlap->entries[entry->next];
	}
}

bool overlap_visit(const struct overlap *overlap, struct area area, overlap_visitor *visitor,
		   void *context)
{
	if (overlap->count <= OVERLAP_LINEAR_MAX) {
		for (uint32_t i = 0; i < overlap->count; i++) {
			const struct area found = overlap->areas[i];
			if (areas_meet(found, area) && (!visitor || visitor(context, found, i)))
				return true;
		}
		return false;
	}
	const struct area cells = touched_cells(overlap, area);
	for (size_t y = cells.y1; y <= cells.y2; y++)
		for (size_t x = cells.x1; x <= cells.x2; x++)
			if (visit_cell(overlap, x, y, area, visitor, context))
				return true;
	return false;
}

void overlap_free(struct overlap *overlap)
{
	array_free(overlap, cells);
	array_free(overlap, entries);
}
