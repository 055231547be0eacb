/* SPDX-License-Identifier: MIT */
#include "map/compare.h"

#include <string.h>

/* Rooms, tunnels, and doors. */

static bool rooms_are_equal(const struct map *expected, const struct map *actual, uint32_t index)
{
	const struct area *expected_room = &expected->rooms[index];
	const struct area *actual_room = &actual->rooms[index];
	return memcmp(expected_room, actual_room, sizeof *expected_room) == 0;
}

static bool tunnels_are_equal(const struct map *expected, const struct map *actual, uint32_t index)
{
	const struct tunnel *expected_tunnel = &expected->tunnels[index];
	const struct tunnel *actual_tunnel = &actual->tunnels[index];
	if (expected_tunnel->from != actual_tunnel->from)
		return false;
	if (expected_tunnel->to != actual_tunnel->to)
		return false;
	const struct path expected_path = tunnel_path(expected, index);
	const struct path actual_path = tunnel_path(actual, index);
	if (expected_path.count != actual_path.count)
		return false;
	const size_t size = expected_path.count * sizeof *expected_path.legs;
	return memcmp(expected_path.legs, actual_path.legs, size) == 0;
}

static bool doors_are_equal(const struct map *expected, const struct map *actual, uint32_t index)
{
	const struct door *expected_door = &expected->doors[index];
	const struct door *actual_door = &actual->doors[index];
	return memcmp(expected_door, actual_door, sizeof *expected_door) == 0;
}

/* The parts of one kind. */
struct parts {
	enum difference_kind kind;
	uint32_t expected_count;
	uint32_t actual_count;
	bool (*are_equal)(const struct map *expected, const struct map *actual, uint32_t index);
};

/* Stores the first part that differs in *difference. Returns whether a part differs. */
static bool find_different_part(const struct map *expected, const struct map *actual,
				const struct parts *parts, struct difference *difference)
{
	const uint32_t common_count = lesser(parts->expected_count, parts->actual_count);
	uint32_t index = 0;
	while (index < common_count && parts->are_equal(expected, actual, index))
		index++;
	if (index == common_count && parts->expected_count == parts->actual_count)
		return false;
	difference->kind = parts->kind;
	difference->index = index;
	return true;
}

/*
 * Stores the first room that differs in *difference, or if all rooms are equal, the first tunnel,
 * or the first door. Returns whether a part differs.
 */
static bool compare_parts(const struct map *expected, const struct map *actual,
			  struct difference *difference)
{
	const struct parts kinds[] = {
		{DIFFERENCE_ROOM, expected->room_count, actual->room_count, rooms_are_equal},
		{DIFFERENCE_TUNNEL, expected->tunnel_count, actual->tunnel_count,
		 tunnels_are_equal},
		{DIFFERENCE_DOOR, expected->door_count, actual->door_count, doors_are_equal},
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (find_different_part(expected, actual, &kinds[i], difference))
			return true;
	return false;
}

/* Tiles. */

/* Stores the bytes of all rows in `tiles`. Returns false if out of memory. */
static bool draw_tiles(struct rows *rows, const struct map *map, const struct row_bytes *bytes,
		       char *tiles)
{
	const size_t width = map->recipe.width;
	const char *row;
	if (!rows_start(rows, map, bytes))
		return false;
	while ((row = rows_next(rows))) {
		memcpy(tiles, row, width);
		tiles += width;
	}
	return true;
}

/* Draws the tiles of both maps. Returns false if out of memory. */
static bool draw_both(struct compare *compare, const struct map *expected, const struct map *actual)
{
	static const struct row_bytes kinds_without_doors = {
		.kind = {TILE_WALL, TILE_FLOOR, TILE_FLOOR},
		.end = "",
	};
	const struct row_bytes *bytes = &row_kinds;
	if ((expected->lacks | actual->lacks) & LACKS_DOORS)
		bytes = &kinds_without_doors;
	if (!array_reserve(compare, expected_tiles, recipe_tiles(&expected->recipe)))
		return false;
	if (!array_reserve(compare, actual_tiles, recipe_tiles(&actual->recipe)))
		return false;
	if (!draw_tiles(&compare->rows, expected, bytes, compare->expected_tiles))
		return false;
	return draw_tiles(&compare->rows, actual, bytes, compare->actual_tiles);
}

/* Compares row y, whose tiles are `expected` and `actual`. */
static void compare_row(const char *expected, const char *actual, uint32_t y, size_t width,
			struct difference *difference)
{
	uint32_t x = 0;
	if (memcmp(expected, actual, width) == 0)
		return;
	difference->rows++;
	if (difference->rows > 1) {
		difference->is_single_tile = false;
		return;
	}
	while (expected[x] == actual[x])
		x++;
	const uint32_t next = x + 1;
	difference->is_single_tile = memcmp(expected + next, actual + next, width - next) == 0;
	difference->first_tile = (struct point){x, y};
	difference->expected_tile = (enum tile)expected[x];
	difference->actual_tile = (enum tile)actual[x];
}

/* Compares the tiles of two maps of the same size. Returns false if out of memory. */
static bool compare_tiles(struct compare *compare, const struct map *expected,
			  const struct map *actual, struct difference *difference)
{
	const size_t width = expected->recipe.width;
	if (!draw_both(compare, expected, actual))
		return false;
	for (uint32_t y = 0; y < expected->recipe.height; y++) {
		const size_t row = y * width;
		compare_row(compare->expected_tiles + row, compare->actual_tiles + row, y, width,
			    difference);
	}
	if (difference->kind == DIFFERENCE_NONE && difference->rows > 0)
		difference->kind = DIFFERENCE_TILES;
	return true;
}

/* Marks. */

/* Returns whether two maps have a mark in different places. */
static bool marks_differ(struct mark expected, struct mark actual)
{
	if (!expected.is_set || !actual.is_set)
		return false;
	return expected.at.x != actual.at.x || expected.at.y != actual.at.y;
}

static void compare_marks(const struct map *expected, const struct map *actual,
			  struct difference *difference)
{
	for (uint32_t i = 0; i < MARK_KINDS; i++) {
		if (marks_differ(expected->marks[i], actual->marks[i])) {
			difference->kind = DIFFERENCE_MARK;
			difference->index = i;
			return;
		}
	}
}

bool compare_maps(struct compare *compare, const struct map *expected, const struct map *actual,
		  struct difference *difference)
{
	const unsigned lacks = expected->lacks | actual->lacks;
	*difference = (struct difference){.kind = DIFFERENCE_NONE};
	if (!sizes_are_equal(&expected->recipe, &actual->recipe)) {
		difference->kind = DIFFERENCE_SIZE;
		if (!sizes_are_swapped(&expected->recipe, &actual->recipe))
			return true;
		/* A search for mistakes needs the tiles. Rows and columns may be exchanged. */
		return draw_both(compare, expected, actual);
	}

	/* Equal rooms, tunnels, and doors make equal tiles, unless a map stores other tiles. */
	bool tiles_may_differ = expected->stores_tiles || actual->stores_tiles;
	if (!(lacks & LACKS_ROOMS) && compare_parts(expected, actual, difference))
		tiles_may_differ = true;
	if (tiles_may_differ && !compare_tiles(compare, expected, actual, difference))
		return false;
	if (difference->kind == DIFFERENCE_NONE)
		compare_marks(expected, actual, difference);
	return true;
}

void compare_free(struct compare *compare)
{
	rows_free(&compare->rows);
	array_free(compare, expected_tiles);
	array_free(compare, actual_tiles);
}
