/* SPDX-License-Identifier: MIT */
#include "map/rows.h"

#include "map/rows_small.h"

#include <string.h>

const struct row_bytes row_kinds = {.kind = {TILE_WALL, TILE_FLOOR, TILE_DOOR}, .end = ""};
const char *const tile_names[TILE_KINDS] = {"wall", "floor", "door"};

/*
 * Sweeping a map from top to bottom. Areas and doors are sorted by their first row. A row begins
 * the areas that start in it, each of which extends the floor of its columns: until[x] is the row
 * at which column x turns to wall. A tunnel along the row lasts one row only and may be as long as
 * the map is wide, so covers[] counts it for the groups of 64 columns that it fills, and only the
 * columns at its ends are extended. If nothing begins or ends in the next rows, they are the same,
 * and the row is handed out again.
 */

enum {
	GROUP = 64
}; /* columns that are filled together; as many are filled past the end of a row */

static uint32_t door_row(const void *map, uint32_t index)
{
	return ((const struct map *)map)->doors[index].at.y;
}

/*
 * Gets the next area; after the last, one below the map. Areas are looked up several at a time,
 * because their cache misses overlap then.
 */
static void open_area(struct rows *rows)
{
	const struct map *map = rows->map;
	const uint64_t first = rows->next_area, count = map_area_count(map);
	for (uint32_t i = 0; first % ROWS_AHEAD == 0 && i < ROWS_AHEAD; i++)
		rows->ahead[i] = first + i < count ? map_area(map, rows->order[first + i])
						   : (struct area){.y1 = map->recipe.height};
	rows->area = rows->ahead[rows->next_area++ % ROWS_AHEAD];
}

/* Starts a map; doors that are added later are not drawn. Returns false if out of memory. */
static bool sweep_start(struct rows *rows, const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	size_t groups = recipe->width / GROUP + 1;
	if (!array_reserve(rows, until, (uint64_t)groups * GROUP) ||
	    !array_reserve(rows, covers, (uint64_t)groups + 1))
		return false;
	rows->order = sort_indices(&rows->sort, map_area_count(map), recipe->height, map_area_row,
				   map);
	rows->door_order = sort_indices(&rows->door_sort, map->door_count, recipe->height, door_row,
					map);
	if (!rows->order || !rows->door_order)
		return false;
	rows->next_area = 0;
	open_area(rows);
	rows->next_door = 0;
	rows->door_count = map->door_count;
	memset(rows->until, 0, groups * GROUP * sizeof *rows->until);
	memset(rows->covers, 0, (groups + 1) * sizeof *rows->covers);
	return true;
}

/*
 * Extends the floor of these columns down to the row before `end`, unless it reaches farther
 * already.
 */
static void extend_floor(struct rows *rows, uint32_t from, uint32_t to, uint32_t end)
{
	int32_t *until = rows->until;
	for (uint32_t x = from; x < to; x++)
		until[x] = until[x] < (int32_t)end ? (int32_t)end : until[x];
}

/*
 * Adds the floor of an area that begins at the current row. A run along the row can be as long as
 * the map is wide, so it is counted for the groups that it covers whole, and only the columns
 * before and after them are extended.
 */
static void begin_area(struct rows *rows, struct area area)
{
	uint32_t end = area.x2 + 1, first_group = (area.x1 + GROUP - 1) / GROUP,
		 end_group = end / GROUP;
	if (area.y1 == area.y2 && first_group < end_group) {
		rows->covers[first_group]++;
		rows->covers[end_group]--;
		extend_floor(rows, area.x1, first_group * GROUP, area.y2 + 1);
		extend_floor(rows, end_group * GROUP, end, area.y2 + 1);
	} else {
		extend_floor(rows, area.x1, end, area.y2 + 1);
	}
}

static void fill_group(char *restrict tiles, const int32_t *restrict until, int32_t y, char wall,
		       char floor)
{
	for (size_t x = 0; x < GROUP; x++)
		tiles[x] = until[x] > y ? floor : wall;
}

/* Fills a row by `until`, and the groups that runs cover with floor. Clears these runs. */
static void fill_row(struct rows *rows, uint32_t y, const char kind[TILE_KINDS], char *tiles)
{
	char wall = kind[TILE_WALL], floor = kind[TILE_FLOOR];
	size_t groups = rows->map->recipe.width / GROUP + 1;
	int32_t covering = 0;
	for (size_t group = 0; group < groups; group++, tiles += GROUP) {
		covering += rows->covers[group];
		rows->covers[group] = 0;
		if (covering > 0)
			memset(tiles, floor, GROUP);
		else
			fill_group(tiles, rows->until + group * GROUP, (int32_t)y, wall, floor);
	}
}

/*
 * The row, `end` at most, at which the first of the columns that are floor in row y turns to wall.
 */
static uint32_t first_end(const struct rows *rows, uint32_t y, uint32_t end)
{
	const int32_t *until = rows->until;
	int32_t first = (int32_t)end;
	for (size_t x = 0; x < rows->map->recipe.width; x++) {
		int32_t here = until[x] > (int32_t)y ? until[x] : first;
		first = here < first ? here : first;
	}
	return (uint32_t)first;
}

/*
 * Draws row y, a byte of `kind` for each tile; `tiles` has space for GROUP bytes more. Returns how
 * many rows from there on are the same: the next call is for the row after these.
 */
static uint32_t sweep_row(struct rows *rows, uint32_t y, const char kind[TILE_KINDS], char *tiles)
{
	bool alone = false; /* the next row differs */
	for (; rows->area.y1 == y; open_area(rows)) {
		begin_area(rows, rows->area);
		alone = alone || rows->area.y2 == y;
	}
	uint32_t next = rows->area.y1; /* the first row in which another area or door begins */

	fill_row(rows, y, kind, tiles);
	for (; rows->next_door < rows->door_count; rows->next_door++) {
		struct point at = rows->map->doors[rows->door_order[rows->next_door]].at;
		if (at.y != y) {
			next = lesser(next, at.y);
			break;
		}
		tiles[at.x] = kind[TILE_DOOR];
		alone = true;
	}

	return alone || next == y + 1 ? 1 : first_end(rows, y, next) - y;
}

/* Rows, either way. */

/* Copies a row of a map that stores its tiles. */
static void copy_row(const struct rows *rows, uint32_t y, char *row)
{
	const char wall = rows->with.kind[TILE_WALL], floor = rows->with.kind[TILE_FLOOR],
		   door = rows->with.kind[TILE_DOOR];
	const size_t width = rows->map->recipe.width;
	const char *tiles = rows->map->tiles + y * width;
	for (size_t x = 0; x < width; x++)
		row[x] = tiles[x] == TILE_FLOOR ? floor : tiles[x] == TILE_DOOR ? door : wall;
}

bool rows_start_as(struct rows *rows, const struct map *map, const struct row_bytes *with,
		   struct watch *watch, bool whole)
{
	const bool is_stored = map->stores_tiles;
	watch_start(watch);
	rows->map = map;
	rows->watch = watch;
	rows->with = *with;
	rows->stride = map->recipe.width + strlen(with->end);
	rows->y = 0;
	rows->repeats_left = 0;
	rows->own = is_stored && with == &row_kinds;
	rows->is_whole = whole && !is_stored;
	if (rows->own)
		return true;
	if (rows->is_whole) {
		if (!array_reserve(rows, bytes, rows_small_length(map, rows->stride)))
			return false;
		rows_small_draw(map, with->kind, with->end, rows->stride, rows->bytes);
		return true;
	}
	if (!array_reserve(rows, bytes, (uint64_t)rows->stride + GROUP))
		return false;
	return is_stored || sweep_start(rows, map);
}

bool rows_start(struct rows *rows, const struct map *map, const struct row_bytes *with,
		struct watch *watch)
{
	const size_t stride = map->recipe.width + strlen(with->end);
	return rows_start_as(rows, map, with, watch, rows_small_suits(map, stride));
}

const char *rows_next(struct rows *rows)
{
	const uint32_t width = rows->map->recipe.width, height = rows->map->recipe.height,
		       y = rows->y;
	if (y == height)
		return NULL;
	rows->y++;
	if (rows->is_whole)
		return rows->bytes + y * rows->stride;
	watch_work(rows->watch, 1 + width / 4, "rows", y, height);
	if (rows->own)
		return rows->map->tiles + (size_t)y * width;
	if (rows->repeats_left > 0) {
		rows->repeats_left--;
		return rows->bytes;
	}
	if (rows->map->stores_tiles)
		copy_row(rows, y, rows->bytes);
	else
		rows->repeats_left = sweep_row(rows, y, rows->with.kind, rows->bytes) - 1;
	memcpy(rows->bytes + width, rows->with.end, rows->stride - width);
	return rows->bytes;
}

const char *rows_next_block(struct rows *rows, uint32_t *count)
{
	const char *row = rows_next(rows);
	*count = row != NULL;
	if (row && rows->is_whole) {
		*count += rows->map->recipe.height - rows->y;
		rows->y = rows->map->recipe.height;
	}
	return row;
}

void rows_free(struct rows *rows)
{
	array_free(rows, bytes);
	memory_free(&rows->sort);
	memory_free(&rows->door_sort);
	array_free(rows, until);
	array_free(rows, covers);
}
