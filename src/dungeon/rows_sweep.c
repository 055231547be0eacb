/* SPDX-License-Identifier: MIT */
#include "dungeon/rows_draw.h"

#include <string.h>

enum { GROUP = SWEEP_SLACK }; /* columns that are filled together; as many are filled past the end of a row */

static uint32_t first_row(const void *dungeon, uint32_t index)
{
	return dungeon_area(dungeon, index).y1;
}

static uint32_t door_row(const void *dungeon, uint32_t index)
{
	return ((const struct dungeon *)dungeon)->doors[index].at.y;
}

/* Looks up the next area; after the last, one below the map. */
static void open_area(struct sweep *sweep)
{
	const struct dungeon *dungeon = sweep->dungeon;
	sweep->area.y1 = dungeon->recipe.height;
	if (sweep->next_area < dungeon_area_count(dungeon))
		sweep->area = dungeon_area(dungeon, sweep->order[sweep->next_area++]);
}

bool sweep_start(struct sweep *sweep, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	size_t groups = recipe->width / GROUP + 1;
	if (!array_reserve(sweep, until, (uint64_t)groups * GROUP) ||
	    !array_reserve(sweep, covers, (uint64_t)groups + 1))
		return false;
	sweep->order = sort_indices(&sweep->sort, dungeon_area_count(dungeon), recipe->height, first_row, dungeon,
				    dungeon->watch);
	sweep->door_order = sort_indices(&sweep->door_sort, dungeon->door_count, recipe->height, door_row, dungeon,
					 dungeon->watch);
	if (!sweep->order || !sweep->door_order)
		return false;
	sweep->dungeon = dungeon;
	sweep->next_area = 0;
	open_area(sweep);
	sweep->next_door = 0;
	sweep->door_count = dungeon->door_count;
	memset(sweep->until, 0, groups * GROUP * sizeof *sweep->until);
	memset(sweep->covers, 0, (groups + 1) * sizeof *sweep->covers);
	return true;
}

/* The first row of the next area or door, or the map's height if there is none. */
static uint32_t next_start(const struct sweep *sweep)
{
	const struct dungeon *dungeon = sweep->dungeon;
	uint32_t row = sweep->area.y1;
	if (sweep->next_door < sweep->door_count)
		row = lesser(row, dungeon->doors[sweep->door_order[sweep->next_door]].at.y);
	return row;
}

/* Extends the floor of these columns down to the row before `end`, unless it reaches farther already. */
static void extend_floor(struct sweep *sweep, uint32_t from, uint32_t to, uint32_t end)
{
	int32_t *until = sweep->until;
	for (uint32_t x = from; x < to; x++)
		until[x] = until[x] < (int32_t)end ? (int32_t)end : until[x];
}

/*
 * Adds the floor of an area that begins at the current row. A run along the row can be as long as the map is wide, so
 * it is counted for the groups that it covers whole, and only the columns before and after them are extended.
 */
static void begin_area(struct sweep *sweep, struct area area)
{
	uint32_t end = area.x2 + 1, first_group = (area.x1 + GROUP - 1) / GROUP, end_group = end / GROUP;
	if (area.y1 == area.y2 && first_group < end_group) {
		sweep->covers[first_group]++;
		sweep->covers[end_group]--;
		extend_floor(sweep, area.x1, first_group * GROUP, area.y2 + 1);
		extend_floor(sweep, end_group * GROUP, end, area.y2 + 1);
	} else {
		extend_floor(sweep, area.x1, end, area.y2 + 1);
	}
}

static void fill_group(char *restrict tiles, const int32_t *restrict until, int32_t y, char wall, char floor)
{
	for (size_t x = 0; x < GROUP; x++)
		tiles[x] = until[x] > y ? floor : wall;
}

/* Fills a row by `until`, and the groups that runs cover with floor. Clears these runs. */
static void fill_row(struct sweep *sweep, uint32_t y, const char kind[TILE_KINDS], char *tiles)
{
	char wall = kind[TILE_WALL], floor = kind[TILE_FLOOR];
	size_t groups = sweep->dungeon->recipe.width / GROUP + 1;
	int32_t covering = 0;
	for (size_t group = 0; group < groups; group++, tiles += GROUP) {
		covering += sweep->covers[group];
		sweep->covers[group] = 0;
		if (covering > 0)
			memset(tiles, floor, GROUP);
		else
			fill_group(tiles, sweep->until + group * GROUP, (int32_t)y, wall, floor);
	}
}

/* The row, `end` at most, at which the first of the columns that are floor in row y turns to wall. */
static uint32_t first_end(const struct sweep *sweep, uint32_t y, uint32_t end)
{
	const int32_t *until = sweep->until;
	int32_t first = (int32_t)end;
	for (size_t x = 0; x < sweep->dungeon->recipe.width; x++) {
		int32_t here = until[x] > (int32_t)y ? until[x] : first;
		first = here < first ? here : first;
	}
	return (uint32_t)first;
}

uint32_t sweep_row(struct sweep *sweep, uint32_t y, const char kind[TILE_KINDS], char *tiles)
{
	bool alone = false; /* the next row differs */
	for (; sweep->area.y1 == y; open_area(sweep)) {
		begin_area(sweep, sweep->area);
		alone = alone || sweep->area.y2 == y;
	}

	fill_row(sweep, y, kind, tiles);
	for (; sweep->next_door < sweep->door_count; sweep->next_door++) {
		struct point at = sweep->dungeon->doors[sweep->door_order[sweep->next_door]].at;
		if (at.y != y)
			break;
		tiles[at.x] = kind[TILE_DOOR];
		alone = true;
	}

	uint32_t next = next_start(sweep);
	return alone || next == y + 1 ? 1 : first_end(sweep, y, next) - y;
}

void sweep_free(struct sweep *sweep)
{
	sort_free(&sweep->sort);
	sort_free(&sweep->door_sort);
	array_free(sweep, until);
	array_free(sweep, covers);
}
