/* SPDX-License-Identifier: MIT */
#include "map/check.h"

#include <string.h>

static void report_fault(const struct check *check, const struct fault *fault)
{
	check->report(check->context, fault);
}

/* Marks. */

/* Reports the marks that are in the wall. Call it before any search. */
static void check_marks(const struct check *check)
{
	for (uint32_t i = 0; i < MARK_KINDS; i++) {
		const struct mark mark = check->map->marks[i];
		if (!mark.is_set || walk_is_unreached(&check->walk, mark.at))
			continue;
		const struct fault fault = {
			.kind = FAULT_MARK,
			.mark = (enum mark_kind)i,
			.at = mark.at,
		};
		report_fault(check, &fault);
	}
}

/* Rooms. */

/*
 * Reports rooms whose floor overlaps the floor of an earlier room. A room that was reported does
 * not count as an earlier room for those after it. Returns false if out of memory.
 */
static bool check_rooms(struct check *check)
{
	const struct map *map = check->map;
	struct overlap *overlap = &check->overlap;
	overlap_start(overlap, map);
	if (!array_reserve(check, floors, (uint64_t)map->room_count + 1))
		return false;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area floor = room_floor(map->rooms[i]);
		const struct fault fault = {
			.kind = FAULT_OVERLAP,
			.room = i,
			.rooms = map->rooms,
		};
		if (overlap_meets(overlap, floor)) {
			report_fault(check, &fault);
			continue;
		}
		check->floors[overlap->count] = floor;
		if (!overlap_add(overlap, check->floors, overlap->count + 1))
			return false;
	}
	return true;
}

/* Tiles. */

/* Reports a door that is in the wrong place. Call it before any search. */
static void check_door(const struct check *check, struct point at)
{
	const struct walk *walk = &check->walk;
	const uint64_t bit = walk_bit(walk, at);
	const bool is_open_left = walk_bit_is_unreached(walk, bit - 1);
	const bool is_open_right = walk_bit_is_unreached(walk, bit + 1);
	const bool is_open_above = walk_bit_is_unreached(walk, bit - walk->stride);
	const bool is_open_below = walk_bit_is_unreached(walk, bit + walk->stride);
	const bool is_symmetric = is_open_left == is_open_right && is_open_above == is_open_below;
	if (is_symmetric && is_open_left != is_open_above)
		return;
	const struct fault fault = {.kind = FAULT_DOOR, .at = at};
	report_fault(check, &fault);
}

/* Reports the doors of a row that are in the wrong place. */
static void check_doors(const struct check *check, const char *row, uint32_t y)
{
	const char *end = row + check->map->recipe.width;
	const char *door = memchr(row, TILE_DOOR, (size_t)(end - row));
	while (door) {
		check_door(check, (struct point){(uint32_t)(door - row), y});
		door++;
		door = memchr(door, TILE_DOOR, (size_t)(end - door));
	}
}

/* Adds the floor tiles of a row that are at the edge of the map to a fault. */
static void add_edge_tiles(struct fault *edge, const struct recipe *recipe, const char *row,
			   uint32_t y)
{
	const uint32_t last_column = recipe->width - 1;
	const uint32_t last_row = recipe->height - 1;
	/* In most rows, only the first and the last tile are at the edge. */
	uint32_t step = last_column;
	if (y == 0 || y == last_row || last_column == 0)
		step = 1;
	for (uint32_t x = 0; x <= last_column; x += step) {
		if (row[x] == TILE_WALL)
			continue;
		if (edge->count == 0)
			edge->at = (struct point){x, y};
		edge->count++;
	}
}

/* Looks at all tiles, from top to bottom. Call it before any search. */
static void check_tiles(struct check *check)
{
	struct rows *rows = &check->walk.rows;
	struct fault edge = {.kind = FAULT_EDGE};
	const char *row;
	/* This cannot fail. walk_load did the same with the same memory. */
	(void)rows_start(rows, check->map, &row_kinds);
	for (uint32_t y = 0; (row = rows_next(rows)); y++) {
		add_edge_tiles(&edge, &check->map->recipe, row, y);
		check_doors(check, row, y);
	}
	if (edge.count > 0)
		report_fault(check, &edge);
}

/* Regions. */

/* Searches the region of a tile. Returns false if out of memory. */
static bool search_region(struct walk *walk, struct point tile)
{
	return walk_begin(walk, tile) && walk_advance_to(walk, NULL);
}

/* Reports the floor that the spawn does not reach. Returns false if out of memory. */
static bool check_region_of_spawn(struct check *check)
{
	struct walk *walk = &check->walk;
	struct fault fault = {
		.kind = FAULT_UNREACHABLE,
		.floor_count = walk->walkable_count,
	};
	if (!search_region(walk, check->map->marks[MARK_SPAWN].at))
		return false;
	fault.count = walk->unreached_count;
	if (walk_find_unreached(walk, &fault.at))
		report_fault(check, &fault);
	return true;
}

/* Reports the floor outside of the largest region. Returns false if out of memory. */
static bool check_regions(struct check *check)
{
	struct walk *walk = &check->walk;
	struct fault fault = {
		.kind = FAULT_SEPARATE,
		.floor_count = walk->walkable_count,
	};
	/* One of the first two regions is not the largest, and has the first tile outside of it. */
	struct point first_tiles[2] = {{0, 0}};
	struct point tile;
	uint64_t region_count = 0;
	uint64_t largest_region = 0; /* its index */
	uint64_t largest_size = 0;   /* its tiles */
	while (walk_find_unreached(walk, &tile)) {
		const uint64_t unreached_before = walk->unreached_count;
		if (!search_region(walk, tile))
			return false;
		const uint64_t size = unreached_before - walk->unreached_count;
		if (size > largest_size) {
			largest_region = region_count;
			largest_size = size;
		}
		if (region_count < 2)
			first_tiles[region_count] = tile;
		region_count++;
	}
	fault.count = walk->walkable_count - largest_size;
	fault.at = largest_region == 0 ? first_tiles[1] : first_tiles[0];
	if (fault.count > 0)
		report_fault(check, &fault);
	return true;
}

bool check_map(struct check *check, const struct map *map)
{
	check->map = map;
	if (!walk_load(&check->walk, map))
		return false;
	check_marks(check);
	if (!check_rooms(check))
		return false;
	check_tiles(check);
	if (walk_mark_is_unreached(&check->walk, map->marks[MARK_SPAWN]))
		return check_region_of_spawn(check);
	return check_regions(check);
}

void check_free(struct check *check)
{
	walk_free(&check->walk);
	overlap_free(&check->overlap);
	array_free(check, floors);
}
