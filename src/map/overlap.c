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

/* The grid. */

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

/* Returns the `shift` of the smallest useful cells of which at most `cells_max` cover the map. */
static uint32_t choose_shift(const struct overlap *overlap, uint64_t cells_max)
{
	uint32_t shift = 31;
	while (cell_count(overlap, shift - 1) <= cells_max) {
		/* Cells smaller than the smallest room gain nothing. */
		if (overlap->map->recipe.room_min >> (shift - 1) > 0)
			break;
		shift--;
	}
	return shift;
}

/*
 * Divides the map into empty cells, as many as this number of areas is worth. Returns false if out
 * of memory.
 */
static bool divide_map(struct overlap *overlap, uint32_t area_count)
{
	const uint64_t cells_max = (uint64_t)area_count * CELLS_PER_AREA;
	const uint32_t shift = choose_shift(overlap, cells_max);
	const uint64_t count = cell_count(overlap, shift);
	if (!array_reserve(overlap, cells, count))
		return false;
	memset(overlap->cells, 0xff, (size_t)count * sizeof *overlap->cells);
	overlap->columns = (overlap->map->recipe.width >> shift) + 1;
	overlap->shift = shift;
	overlap->areas_max = cells_max;
	overlap->entry_count = 0;
	return true;
}

/* Puts an area in front of the list of a cell. There is memory for another entry. */
static void add_to_cell(struct overlap *overlap, struct overlap_entry *cell, uint32_t index)
{
	const struct overlap_entry first = *cell;
	*cell = (struct overlap_entry){
		.area = overlap->areas[index],
		.index = index,
		.next = NONE,
	};
	if (first.index == NONE)
		return;
	cell->next = (uint32_t)overlap->entry_count;
	overlap->entries[overlap->entry_count++] = first;
}

/* Adds an area to the lists of all cells that it touches. Returns false if out of memory. */
static bool add_to_cells(struct overlap *overlap, uint32_t index)
{
	const struct area cells = touched_cells(overlap, overlap->areas[index]);
	const uint64_t cells_touched = (uint64_t)area_width(cells) * area_height(cells);
	const uint64_t entries_max = overlap->entry_count + cells_touched;
	if (entries_max > NONE)
		return false;
	if (!array_reserve(overlap, entries, entries_max))
		return false;
	for (size_t y = cells.y1; y <= cells.y2; y++)
		for (size_t x = cells.x1; x <= cells.x2; x++)
			add_to_cell(overlap, &overlap->cells[y * overlap->columns + x], index);
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

/* Visits. */

/* Looks at the areas one by one. */
static bool visit_areas(const struct overlap *overlap, struct area area, overlap_visitor *visitor,
			void *context)
{
	for (uint32_t i = 0; i < overlap->count; i++) {
		if (!areas_meet(overlap->areas[i], area))
			continue;
		if (!visitor || visitor(context, overlap->areas[i], i))
			return true;
	}
	return false;
}

/*
 * Returns whether a cell is the first of the cells that both areas touch. Two areas can meet in
 * many cells, but an area is visited only in the first.
 */
static bool is_first_cell(const struct overlap *overlap, struct area a, struct area b, size_t x,
			  size_t y)
{
	const uint32_t first_x = greater(a.x1, b.x1) >> overlap->shift;
	const uint32_t first_y = greater(a.y1, b.y1) >> overlap->shift;
	return first_x == x && first_y == y;
}

/* Looks at the areas that touch the cell in column x and row y. */
static bool visit_cell(const struct overlap *overlap, size_t x, size_t y, struct area area,
		       overlap_visitor *visitor, void *context)
{
	const struct overlap_entry *entry = &overlap->cells[y * overlap->columns + x];
	for (;;) {
		if (areas_meet(entry->area, area)) {
			if (!visitor)
				return true;
			if (is_first_cell(overlap, entry->area, area, x, y) &&
			    visitor(context, entry->area, entry->index))
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
	if (overlap->count <= OVERLAP_LINEAR_MAX)
		return visit_areas(overlap, area, visitor, context);
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
