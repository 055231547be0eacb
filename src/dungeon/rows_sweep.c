/* SPDX-License-Identifier: MIT */
#include "dungeon/rows_draw.h"

#include <string.h>

enum {
	GROUP = SWEEP_SLACK, /* columns that are filled together; as many are filled past the end of a row */
	WINDOW = 1 << 14,    /* rows */
};

static uint32_t window_of(const void *dungeon, uint32_t index)
{
	return dungeon_area(dungeon, index).y1 / WINDOW;
}

/* How many rows the window has that begins at row `top`. */
static uint32_t window_rows(const struct recipe *recipe, uint32_t top)
{
	uint32_t left = recipe->height - top;
	return left < WINDOW ? left : WINDOW;
}

/* The area at a place of the order. */
static struct area ordered_area(const struct sweep *sweep, uint32_t place)
{
	return dungeon_area(sweep->dungeon, sweep->order ? sweep->order[place] : place);
}

/* Opens the window that has row y. */
static void open_window(struct sweep *sweep, uint32_t y)
{
	uint32_t count = dungeon_area_count(sweep->dungeon);
	uint32_t top = y - y % WINDOW, row_count = window_rows(&sweep->dungeon->recipe, top);
	/* A counting sort. firsts[row + 2] is the number of areas that begin in the row, then firsts[row + 1] the place
	 * of the row's next area, which ends up as the place after its last one. */
	uint32_t *firsts = sweep->firsts;
	memset(firsts, 0, (row_count + 2) * sizeof *firsts);
	uint32_t first = sweep->next_area, end = first;
	for (; end < count; end++) {
		uint32_t row = ordered_area(sweep, end).y1 - top;
		if (row >= row_count)
			break;
		firsts[row + 2]++;
	}
	for (uint32_t row = 0; row < row_count; row++)
		firsts[row + 2] += firsts[row + 1];
	for (uint32_t place = first; place < end; place++) {
		struct area area = ordered_area(sweep, place);
		sweep->starts[firsts[area.y1 - top + 1]++] = area;
	}
	sweep->next_area = end;
	sweep->window = top;
}

bool sweep_start(struct sweep *sweep, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	size_t groups = recipe->width / GROUP + 1;
	uint32_t count = dungeon_area_count(dungeon);
	if (!array_reserve(sweep, until, (uint64_t)groups * GROUP) ||
	    !array_reserve(sweep, covers, (uint64_t)groups + 1) ||
	    !array_reserve(sweep, firsts, window_rows(recipe, 0) + 2) || !array_reserve(sweep, starts, count))
		return false;
	sweep->dungeon = dungeon;
	sweep->next_area = 0;
	sweep->next_door = 0;
	sweep->door_count = dungeon->door_count;
	sweep->order = NULL;
	if (recipe->height > WINDOW) {
		sweep->order = sort_indices(&sweep->sort, count, recipe->height / WINDOW + 1, window_of, dungeon);
		if (!sweep->order)
			return false;
	}
	memset(sweep->until, 0, groups * GROUP * sizeof *sweep->until);
	memset(sweep->covers, 0, (groups + 1) * sizeof *sweep->covers);
	open_window(sweep, 0);
	return true;
}

/*
 * The first row after row y in which an area or a door begins, or the map's height if there is none. For an area beyond
 * the window it is the first row of the area's window.
 */
static uint32_t next_start(const struct sweep *sweep, uint32_t y)
{
	const struct dungeon *dungeon = sweep->dungeon;
	uint32_t row = y - sweep->window + 1, row_count = window_rows(&dungeon->recipe, sweep->window);
	while (row < row_count && sweep->firsts[row] == sweep->firsts[row + 1])
		row++;
	if (row < row_count)
		row += sweep->window;
	else if (sweep->next_area < dungeon_area_count(dungeon))
		row = ordered_area(sweep, sweep->next_area).y1 / WINDOW * WINDOW;
	else
		row = dungeon->recipe.height;
	if (sweep->next_door < sweep->door_count && dungeon->doors[sweep->next_door].at.y < row)
		row = dungeon->doors[sweep->next_door].at.y;
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
	if (y - sweep->window >= WINDOW)
		open_window(sweep, y);
	bool alone = false; /* the next row differs */
	const uint32_t *first = &sweep->firsts[y - sweep->window];
	for (uint32_t i = first[0]; i < first[1]; i++) {
		begin_area(sweep, sweep->starts[i]);
		alone = alone || sweep->starts[i].y2 == y;
	}

	fill_row(sweep, y, kind, tiles);
	for (; sweep->next_door < sweep->door_count; sweep->next_door++) {
		struct point at = sweep->dungeon->doors[sweep->next_door].at;
		if (at.y != y)
			break;
		tiles[at.x] = kind[TILE_DOOR];
		alone = true;
	}

	uint32_t next = next_start(sweep, y);
	return alone || next == y + 1 ? 1 : first_end(sweep, y, next) - y;
}

void sweep_free(struct sweep *sweep)
{
	sort_free(&sweep->sort);
	array_free(sweep, firsts);
	array_free(sweep, starts);
	array_free(sweep, until);
	array_free(sweep, covers);
}
