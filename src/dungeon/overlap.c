/* SPDX-License-Identifier: MIT */
#include "dungeon/overlap.h"

#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

/* Without a branch for each comparison: which of them fails cannot be foretold. */
static bool meet(struct room a, struct room b)
{
	return (a.x1 <= b.x2) & (a.x2 >= b.x1) & (a.y1 <= b.y2) & (a.y2 >= b.y1);
}

/* Cells, first and last of a rectangle of them. */
struct span {
	uint32_t left, top, right, bottom;
};

/* How many cells of a list there may be for each room: more take longer to make than they save. */
enum { CELLS_PER_ROOM = 4 };

/*
 * Corners. A cell is room_min + 1 tiles on a side: two corners in it would be of rooms that meet. It tells all of
 * its room in 16 bits, so that the table stays in the cache for as long as it can; four bits each, from the
 * lowest, for where in the cell the corner is, x and y, and for how much more than room_min it is to x2 and to y2.
 */

enum {
	CORNER_SIDE_MOST = 15, /* of a cell; so all bits set is no corner */
	CORNER_MORE_MOST = 15, /* of room_max than room_min */
	CORNER_LANES = 8,      /* cells of a row that are looked at together */
};

/* Arithmetic works on all of them at once. */
typedef int16_t corner_lanes __attribute__((vector_size(CORNER_LANES * sizeof(int16_t))));
static const corner_lanes lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7};

static uint32_t corner_side(const struct recipe *recipe)
{
	return recipe->room_min + 1;
}

/*
 * How many cells in a row, or rows of them, can have the corner of a room that meets another: a corner lies at most
 * room_max left of the other room, which is at most room_max wide. Always as many, so that the loop can be foretold.
 */
static uint32_t corner_reach(const struct recipe *recipe)
{
	return 2 * recipe->room_max / corner_side(recipe) + 2;
}

static uint64_t corner_columns(const struct recipe *recipe)
{
	return (uint64_t)recipe->width / corner_side(recipe) + corner_reach(recipe) + CORNER_LANES;
}

static uint64_t corner_rows(const struct recipe *recipe)
{
	return (uint64_t)recipe->height / corner_side(recipe) + corner_reach(recipe);
}

/* Whether the rooms are small enough, and close enough together to be worth the cells. */
static bool suits_corners(const struct recipe *recipe)
{
	uint64_t most_cells = (uint64_t)recipe_most_rooms(recipe) * 2 * CELLS_PER_ROOM;
	return corner_side(recipe) <= CORNER_SIDE_MOST && recipe->room_max - recipe->room_min <= CORNER_MORE_MOST &&
	       corner_columns(recipe) * corner_rows(recipe) <= most_cells;
}

static bool make_corners(struct overlap *overlap)
{
	uint64_t columns = corner_columns(&overlap->recipe), count = columns * corner_rows(&overlap->recipe);
	if (!memory_reserve(&overlap->corners, &overlap->corner_capacity, count, sizeof *overlap->corners, 0))
		return false;
	memset(overlap->corners, 0xff, (size_t)count * sizeof *overlap->corners);
	overlap->columns = (size_t)columns;
	return true;
}

static void add_corner(struct overlap *overlap, struct room room)
{
	uint32_t side = corner_side(&overlap->recipe), room_min = overlap->recipe.room_min;
	uint32_t wider = room.x2 - room.x1 - room_min, higher = room.y2 - room.y1 - room_min;
	size_t cell = room.y1 / side * overlap->columns + room.x1 / side;
	overlap->corners[cell] = (uint16_t)(room.x1 % side | room.y1 % side << 4 | wider << 8 | higher << 12);
}

static bool meets_corner(const struct overlap *overlap, struct room room)
{
	const struct recipe *recipe = &overlap->recipe;
	uint32_t side = corner_side(recipe), reach = corner_reach(recipe);
	uint32_t left = (room.x1 > recipe->room_max ? room.x1 - recipe->room_max : 0) / side;
	uint32_t top = (room.y1 > recipe->room_max ? room.y1 - recipe->room_max : 0) / side;

	/* All distances are from the room's corner; none is as large as 1000. */
	const corner_lanes none = {0};
	corner_lanes width = none + (int16_t)(room.x2 - room.x1), height = none + (int16_t)(room.y2 - room.y1);
	corner_lanes met = none;
	int16_t down = (int16_t)(top * side - room.y1);
	const uint16_t *row = overlap->corners + (size_t)top * overlap->columns + left;
	for (uint32_t y = 0; y < reach; y++, row += overlap->columns, down = (int16_t)(down + (int16_t)side)) {
		int16_t right = (int16_t)(left * side - room.x1);
		for (uint32_t x = 0; x < reach;
		     x += CORNER_LANES, right = (int16_t)(right + CORNER_LANES * (int16_t)side)) {
			corner_lanes cells;
			memcpy(&cells, row + x, sizeof cells);
			corner_lanes x1 = lane_numbers * (int16_t)side + right + (cells & 15);
			corner_lanes y1 = down + (cells >> 4 & 15);
			corner_lanes x2 = x1 + (int16_t)recipe->room_min + (cells >> 8 & 15);
			corner_lanes y2 = y1 + (int16_t)recipe->room_min + (cells >> 12 & 15);
			/* No branch depends on what a cell holds: the next ones are fetched meanwhile. */
			met |= (cells != none - 1) & (x1 <= width) & (x2 >= none) & (y1 <= height) & (y2 >= none);
		}
	}
	uint64_t any[sizeof met / sizeof(uint64_t)];
	memcpy(any, &met, sizeof met);
	return any[0] | any[1];
}

/* Lists. */

/* The room itself and not its place among the rooms: one miss of the cache less. */
struct overlap_entry {
	struct room room;
	uint32_t next; /* the next entry of the cell: its place in `entries` plus 1; 0: none */
};

/* The cells that a room touches. */
static struct span list_cells(const struct overlap *overlap, struct room room)
{
	uint32_t shift = overlap->shift;
	return (struct span){room.x1 >> shift, room.y1 >> shift, room.x2 >> shift, room.y2 >> shift};
}

static uint64_t span_size(struct span span)
{
	return (uint64_t)(span.right - span.left + 1) * (span.bottom - span.top + 1);
}

/* How many cells of 2^shift tiles on a side it takes for the map. */
static uint64_t cells_for(const struct recipe *recipe, uint32_t shift)
{
	return (uint64_t)((recipe->width >> shift) + 1) * ((recipe->height >> shift) + 1);
}

/* Empties the lists and makes the cells as small as `count` rooms are worth. */
static bool make_lists(struct overlap *overlap, uint32_t count)
{
	const struct recipe *recipe = &overlap->recipe;
	uint64_t worth = (uint64_t)count * CELLS_PER_ROOM;
	uint32_t shift = 31;
	/* Cells smaller than the smallest room would gain nothing. */
	while (cells_for(recipe, shift - 1) <= worth && recipe->room_min >> (shift - 1) == 0)
		shift--;
	uint64_t likely = (uint64_t)recipe_most_rooms(recipe) * CELLS_PER_ROOM;
	uint64_t cell_count = cells_for(recipe, shift);
	if (!memory_reserve(&overlap->cells, &overlap->cell_capacity, cell_count, sizeof *overlap->cells, likely))
		return false;
	memset(overlap->cells, 0, (size_t)cell_count * sizeof *overlap->cells);
	overlap->columns = (recipe->width >> shift) + 1;
	overlap->shift = shift;
	overlap->entry_count = 0;
	overlap->full = worth < UINT32_MAX ? (uint32_t)worth : UINT32_MAX;
	return true;
}

static bool add_to_lists(struct overlap *overlap, struct room room)
{
	struct span span = list_cells(overlap, room);
	uint64_t needed = overlap->entry_count + span_size(span);
	if (needed > UINT32_MAX ||
	    !memory_reserve(&overlap->entries, &overlap->entry_capacity, needed, sizeof *overlap->entries, 0))
		return false;
	for (size_t y = span.top; y <= span.bottom; y++)
		for (size_t x = span.left; x <= span.right; x++) {
			uint32_t *cell = &overlap->cells[y * overlap->columns + x];
			overlap->entries[overlap->entry_count++] = (struct overlap_entry){room, *cell};
			*cell = (uint32_t)overlap->entry_count;
		}
	return true;
}

static bool meets_listed(const struct overlap *overlap, struct span span, struct room room)
{
	for (size_t y = span.top; y <= span.bottom; y++)
		for (size_t x = span.left; x <= span.right; x++)
			for (uint32_t entry = overlap->cells[y * overlap->columns + x]; entry;) {
				const struct overlap_entry *listed = &overlap->entries[entry - 1];
				if (meet(listed->room, room))
					return true;
				entry = listed->next;
			}
	return false;
}

/* All ways. */

void overlap_start(struct overlap *overlap, const struct recipe *recipe, uint32_t few)
{
	overlap->recipe = *recipe;
	overlap->few = few;
	overlap->way = OVERLAP_ONE_BY_ONE;
}

bool overlap_meets(const struct overlap *overlap, const struct room *rooms, uint32_t count, struct room room)
{
	if (overlap->way == OVERLAP_CORNERS)
		return meets_corner(overlap, room);
	if (overlap->way == OVERLAP_LISTS) {
		struct span span = list_cells(overlap, room);
		/* Never look at more cells than rooms. */
		if (span_size(span) <= count)
			return meets_listed(overlap, span, room);
	}
	for (uint32_t i = 0; i < count; i++)
		if (meet(rooms[i], room))
			return true;
	return false;
}

bool overlap_add(struct overlap *overlap, const struct room *rooms, uint32_t count)
{
	uint32_t first = count - 1; /* of the rooms to take note of */
	if (overlap->way == OVERLAP_ONE_BY_ONE) {
		if (count <= overlap->few)
			return true;
		overlap->way = suits_corners(&overlap->recipe) ? OVERLAP_CORNERS : OVERLAP_LISTS;
		if (overlap->way == OVERLAP_CORNERS && !make_corners(overlap))
			return false;
		overlap->full = 0;
		first = 0;
	}
	if (overlap->way == OVERLAP_LISTS && count > overlap->full) {
		if (!make_lists(overlap, count))
			return false;
		first = 0;
	}
	for (uint32_t i = first; i < count; i++) {
		if (overlap->way == OVERLAP_CORNERS)
			add_corner(overlap, rooms[i]);
		else if (!add_to_lists(overlap, rooms[i]))
			return false;
	}
	return true;
}

void overlap_free(struct overlap *overlap)
{
	free(overlap->corners);
	free(overlap->cells);
	free(overlap->entries);
	*overlap = (struct overlap){0};
}
