/* SPDX-License-Identifier: MIT */
#include "dungeon/overlap.h"

/*
 * A cell is room_min + 1 tiles on a side, so two rooms with their corners in it would meet. Its room is described in 16
 * bits, so that a large grid stays in the cache: four bits each, from the lowest, for x and y of the corner within the
 * cell, and for how much wider and higher than room_min the room is.
 */

enum {
	SIDE_MOST = 15, /* of a cell: with offsets below 15, all bits set is a cell without a corner */
	MORE_MOST = 15, /* by which room_max can be larger than room_min */
	LANES = 8,      /* cells of a row that are compared side by side */

	/* The most cells there may be for each room: more take longer to clear than they save. */
	CELLS_PER_ROOM = 8,
};

typedef int16_t lanes __attribute__((vector_size(LANES * sizeof(int16_t))));
static const lanes lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7};

static uint32_t cell_side(const struct recipe *recipe)
{
	return recipe->room_min + 1;
}

/*
 * How many columns, or rows, of cells can have the corner of a room that meets a rectangle: the corner is at most
 * room_max before the rectangle's, and at most room_max after it. The same for all rectangles, so that the loop is
 * predictable.
 */
static uint32_t cell_reach(const struct recipe *recipe)
{
	return 2 * recipe->room_max / cell_side(recipe) + 2;
}

static uint64_t column_count(const struct recipe *recipe)
{
	return (uint64_t)recipe->width / cell_side(recipe) + cell_reach(recipe) + LANES;
}

static uint64_t cell_count(const struct recipe *recipe)
{
	return column_count(recipe) * (recipe->height / cell_side(recipe) + (uint64_t)cell_reach(recipe));
}

bool overlap_corners_suit(const struct recipe *recipe)
{
	return cell_side(recipe) <= SIDE_MOST && recipe->room_max - recipe->room_min <= MORE_MOST &&
	       cell_count(recipe) <= (uint64_t)recipe_most_rooms(recipe) * CELLS_PER_ROOM;
}

bool overlap_corners_start(struct overlap_corners *corners, const struct recipe *recipe)
{
	corners->room_min = recipe->room_min;
	corners->room_max = recipe->room_max;
	corners->side = cell_side(recipe);
	corners->reach = cell_reach(recipe);
	uint64_t count = cell_count(recipe);
	if (!array_reserve(corners, cells, count))
		return false;
	memset(corners->cells, 0xff, (size_t)count * sizeof *corners->cells);
	corners->columns = (size_t)column_count(recipe);
	return true;
}

void overlap_corners_add(struct overlap_corners *corners, struct area room)
{
	uint32_t side = corners->side, room_min = corners->room_min;
	uint32_t wider = room.x2 - room.x1 - room_min, higher = room.y2 - room.y1 - room_min;
	size_t cell = room.y1 / side * corners->columns + room.x1 / side;
	corners->cells[cell] = (uint16_t)(room.x1 % side | room.y1 % side << 4 | wider << 8 | higher << 12);
}

bool overlap_corners_meet(const struct overlap_corners *corners, struct area room)
{
	uint32_t side = corners->side, reach = corners->reach;
	uint32_t left = (room.x1 > corners->room_max ? room.x1 - corners->room_max : 0) / side;
	uint32_t top = (room.y1 > corners->room_max ? room.y1 - corners->room_max : 0) / side;

	/* All distances are from the room's corner, and below 1000. */
	const lanes none = {0};
	lanes width = none + (int16_t)(room.x2 - room.x1), height = none + (int16_t)(room.y2 - room.y1);
	lanes met = none;
	int16_t down = (int16_t)(top * side - room.y1);
	const uint16_t *row = corners->cells + (size_t)top * corners->columns + left;
	for (uint32_t y = 0; y < reach; y++, row += corners->columns, down = (int16_t)(down + (int16_t)side)) {
		int16_t right = (int16_t)(left * side - room.x1);
		for (uint32_t x = 0; x < reach; x += LANES, right = (int16_t)(right + LANES * (int16_t)side)) {
			lanes cells;
			memcpy(&cells, row + x, sizeof cells);
			lanes x1 = lane_numbers * (int16_t)side + right + (cells & 15);
			lanes y1 = down + (cells >> 4 & 15);
			lanes x2 = x1 + (int16_t)corners->room_min + (cells >> 8 & 15);
			lanes y2 = y1 + (int16_t)corners->room_min + (cells >> 12 & 15);
			/* No branch depends on what a cell holds, so the next cells are fetched meanwhile. */
			met |= (cells != none - 1) & (x1 <= width) & (x2 >= none) & (y1 <= height) & (y2 >= none);
		}
	}
	uint64_t any[sizeof met / sizeof(uint64_t)];
	memcpy(any, &met, sizeof met);
	return any[0] | any[1];
}

void overlap_corners_free(struct overlap_corners *corners)
{
	array_free(corners, cells);
}
