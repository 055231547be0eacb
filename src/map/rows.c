/* SPDX-License-Identifier: MIT */
/*
 * A sweep draws a map from top to bottom. Its areas and doors are sorted by their first rows. A row
 * begins the areas that start in it, each of which extends the floor of its columns: floor_ends[x]
 * is the row at which column x turns to wall.
 *
 * A run of floor along a row, such as a leg of a tunnel, lasts one row only and can be as long as
 * the map is wide. So run_changes[] counts it for the groups of columns that it covers, and only
 * the columns at its ends are extended.
 *
 * If nothing begins or ends in the next rows, they equal the current row, which is handed out
 * again.
 */
#include "map/rows.h"

#include "map/rows_small.h"

#include <string.h>

const struct row_bytes row_kinds = {.kind = {TILE_WALL, TILE_FLOOR, TILE_DOOR}, .end = ""};

/* Columns that are filled at once. Up to this many bytes past the end of a row are filled, too. */
enum { GROUP = 64 };

/*
 * Returns the number of groups of columns. The last group always reaches past the map, so no run
 * covers it, and run_changes needs no element after it.
 */
static size_t group_count(const struct map *map)
{
	return map->recipe.width / GROUP + 1;
}

/* Areas and doors, in the order of their rows. */

/*
 * Goes on to the next area. Looks up AREAS_AHEAD areas at once, because then cache misses overlap.
 * Areas that do not exist begin below the map.
 */
static void advance_area(struct rows *rows)
{
	const struct map *map = rows->map;
	const uint64_t area_count = map_area_count(map);
	const uint32_t place = rows->area_index % AREAS_AHEAD;
	if (place == 0) {
		for (uint32_t i = 0; i < AREAS_AHEAD; i++) {
			const uint64_t index = (uint64_t)rows->area_index + i;
			struct area area = {.y1 = map->recipe.height};
			if (index < area_count)
				area = map_area(map, rows->area_order[index]);
			rows->areas_ahead[i] = area;
		}
	}
	rows->next_area = rows->areas_ahead[place];
	rows->area_index++;
}

/* Returns the place of the next door. There must be one. */
static struct point next_door(const struct rows *rows)
{
	return rows->map->doors[rows->door_order[rows->door_index]].at;
}

/* Starts a sweep. Returns false if out of memory. */
static bool sweep_start(struct rows *rows)
{
	const struct map *map = rows->map;
	const uint32_t height = map->recipe.height;
	const size_t groups = group_count(map);
	const size_t columns = groups * GROUP;
	if (!array_reserve(rows, floor_ends, (uint64_t)columns))
		return false;
	if (!array_reserve(rows, run_changes, (uint64_t)groups))
		return false;
	rows->area_order = sort_indices(&rows->area_sort, map_area_count(map), height, map_area_row,
					map);
	rows->door_order = sort_indices(&rows->door_sort, map->door_count, height, map_door_row,
					map);
	if (!rows->area_order || !rows->door_order)
		return false;
	rows->area_index = 0;
	advance_area(rows);
	rows->door_index = 0;
	rows->door_count = map->door_count;
	memset(rows->floor_ends, 0, columns * sizeof *rows->floor_ends);
	memset(rows->run_changes, 0, groups * sizeof *rows->run_changes);
	return true;
}

/* A row of a sweep. */

/* Extends the floor of the columns `begin` to end - 1 down to the row before `floor_end`. */
static void extend_floor(struct rows *rows, uint32_t begin, uint32_t end, uint32_t floor_end)
{
	const int32_t new_end = (int32_t)floor_end;
	int32_t *ends = rows->floor_ends;
	for (uint32_t x = begin; x < end; x++)
		ends[x] = ends[x] < new_end ? new_end : ends[x];
}

/* Adds the floor of an area that begins in the current row. */
static void begin_area(struct rows *rows, struct area area)
{
	const uint32_t floor_end = area.y2 + 1;
	const uint32_t end = area.x2 + 1;
	const uint32_t begin_group = (area.x1 + GROUP - 1) / GROUP;
	const uint32_t end_group = end / GROUP;
	const bool is_run = area.y1 == area.y2;
	if (!is_run || begin_group >= end_group) {
		extend_floor(rows, area.x1, end, floor_end);
		return;
	}
	rows->run_changes[begin_group]++;
	rows->run_changes[end_group]--;
	extend_floor(rows, area.x1, begin_group * GROUP, floor_end);
	extend_floor(rows, end_group * GROUP, end, floor_end);
}

/* Draws a group of columns in row y by the ends of their floor. */
static void fill_group(char *restrict tiles, const int32_t *restrict floor_ends, int32_t y,
		       char wall, char floor)
{
	for (size_t x = 0; x < GROUP; x++)
		tiles[x] = floor_ends[x] > y ? floor : wall;
}

/* Draws the areas that have begun so far in row y. Clears the runs, which end in this row. */
static void fill_row(struct rows *rows, uint32_t y, char *tiles)
{
	const char wall = rows->row_bytes.kind[TILE_WALL];
	const char floor = rows->row_bytes.kind[TILE_FLOOR];
	const size_t groups = group_count(rows->map);
	const int32_t *floor_ends = rows->floor_ends;
	int32_t run_count = 0;
	for (size_t group = 0; group < groups; group++) {
		run_count += rows->run_changes[group];
		rows->run_changes[group] = 0;
		if (run_count > 0)
			memset(tiles, floor, GROUP);
		else
			fill_group(tiles, floor_ends, (int32_t)y, wall, floor);
		tiles += GROUP;
		floor_ends += GROUP;
	}
}

/*
 * Returns the row in which the first of the columns that are floor in row y turns to wall, but at
 * most `row_max`.
 */
static uint32_t next_floor_end(const struct rows *rows, uint32_t y, uint32_t row_max)
{
	const int32_t *floor_ends = rows->floor_ends;
	int32_t first_end = (int32_t)row_max;
	for (size_t x = 0; x < rows->map->recipe.width; x++) {
		const int32_t end = floor_ends[x] > (int32_t)y ? floor_ends[x] : first_end;
		first_end = end < first_end ? end : first_end;
	}
	return (uint32_t)first_end;
}

/*
 * Draws row y. `tiles` has space for GROUP more bytes. Returns the number of equal rows that begin
 * with this row. The next call is for the row after them.
 */
static uint32_t sweep_row(struct rows *rows, uint32_t y, char *tiles)
{
	/* Runs and doors are on this row only. Areas of several rows end at their floor_ends. */
	bool has_run = false;
	for (; rows->next_area.y1 == y; advance_area(rows)) {
		begin_area(rows, rows->next_area);
		if (rows->next_area.y2 == y)
			has_run = true;
	}
	fill_row(rows, y, tiles);
	bool has_door = false;
	for (; rows->door_index < rows->door_count && next_door(rows).y == y; rows->door_index++) {
		tiles[next_door(rows).x] = rows->row_bytes.kind[TILE_DOOR];
		has_door = true;
	}
	/* The row of the next area or door, or the height of the map if there is none. */
	uint32_t begin = rows->next_area.y1;
	if (rows->door_index < rows->door_count)
		begin = lesser(begin, next_door(rows).y);
	if (has_run || has_door || begin == y + 1)
		return 1;
	return next_floor_end(rows, y, begin) - y;
}

/* Returns the bytes of a row. */
static size_t row_length(const struct map *map, const struct row_bytes *row_bytes)
{
	return map->recipe.width + strlen(row_bytes->end);
}

bool rows_start_as(struct rows *rows, const struct map *map, const struct row_bytes *row_bytes,
		   bool is_whole)
{
	rows->map = map;
	rows->row_bytes = *row_bytes;
	rows->stride = row_length(map, row_bytes);
	rows->y = 0;
	rows->repeats_left = 0;
	rows->hands_out_tiles = map->stores_tiles && row_bytes == &row_kinds;
	rows->is_whole = is_whole && !map->stores_tiles;
	if (rows->hands_out_tiles)
		return true;
	if (rows->is_whole) {
		if (!array_reserve(rows, bytes, rows_small_length(map, rows->stride)))
			return false;
		rows_small_draw(map, row_bytes->kind, row_bytes->end, rows->stride, rows->bytes);
		return true;
	}
	if (!array_reserve(rows, bytes, (uint64_t)rows->stride + GROUP))
		return false;
	return map->stores_tiles || sweep_start(rows);
}

bool rows_start(struct rows *rows, const struct map *map, const struct row_bytes *row_bytes)
{
	const bool is_whole = rows_small_suits(map, row_length(map, row_bytes));
	return rows_start_as(rows, map, row_bytes, is_whole);
}

const char *rows_next(struct rows *rows)
{
	const struct map *map = rows->map;
	const size_t width = map->recipe.width;
	const uint32_t y = rows->y;
	if (y == map->recipe.height)
		return NULL;
	rows->y++;
	if (rows->is_whole)
		return rows->bytes + y * rows->stride;
	if (rows->hands_out_tiles)
		return map->tiles + y * width;
	if (rows->repeats_left > 0) {
		rows->repeats_left--;
		return rows->bytes;
	}
	if (map->stores_tiles) {
		const char *tiles = map->tiles + y * width;
		for (size_t x = 0; x < width; x++)
			rows->bytes[x] = rows->row_bytes.kind[(unsigned char)tiles[x]];
	} else {
		rows->repeats_left = sweep_row(rows, y, rows->bytes) - 1;
	}
	/* The sweep may have drawn tiles past the end of the row. */
	memcpy(rows->bytes + width, rows->row_bytes.end, rows->stride - width);
	return rows->bytes;
}

const char *rows_next_block(struct rows *rows, uint32_t *count)
{
	const uint32_t first_row = rows->y;
	const char *row = rows_next(rows);
	if (row && rows->is_whole)
		rows->y = rows->map->recipe.height;
	*count = rows->y - first_row;
	return row;
}

void rows_free(struct rows *rows)
{
	array_free(rows, bytes);
	memory_free(&rows->area_sort);
	memory_free(&rows->door_sort);
	array_free(rows, floor_ends);
	array_free(rows, run_changes);
}
