/* SPDX-License-Identifier: MIT */
#include "dungeon/memory.h"
#include "dungeon/rows_private.h"
#include "dungeon/sort.h"

#include <stdlib.h>
#include <string.h>

/*
 * The rows are swept in windows. The areas that begin in a window are sorted by row, by counting; the areas themselves
 * and not their indices, since in a large map looking up an area by its index is a cache miss. For each column it is
 * known up to which row it is floor.
 */

enum {
	GROUP = 64,       /* columns that are filled together; as many are filled past the end of a row */
	WINDOW = 1 << 14, /* rows */
};

/* An area whose first row is known from its place. */
struct start {
	uint32_t x, width, height;
};

struct sweep {
	uint32_t *memory; /* of the sort by windows */
	size_t memory_capacity;
	const uint32_t *order; /* the areas by the window in which they begin; NULL where there is one window */
	uint32_t next_area;    /* the first of the next window, an index into the order */
	uint32_t window;       /* its first row */
	uint32_t *firsts;      /* by row of the window: index of its first start */
	size_t first_capacity;
	struct start *starts; /* the areas that begin in the window, by row */
	size_t start_capacity;
	int32_t *until; /* by column: the row at which its floor ends, as far as is known yet */
	size_t until_capacity;
	int32_t *runs; /* by group: how many more runs along this row cover all of it than of the one before */
	size_t run_capacity;
	uint32_t next_door;
	size_t next_mark;
};

static uint32_t window_of(const void *dungeon, uint32_t index)
{
	return dungeon_area(dungeon, index).y / WINDOW;
}

/* How many rows the window has that begins at row `top`. */
static uint32_t window_rows(const struct recipe *recipe, uint32_t top)
{
	uint32_t left = recipe->height - top;
	return left < WINDOW ? left : WINDOW;
}

/* The area at that place of the order. */
static struct area ordered_area(const struct rows *rows, uint32_t place)
{
	const uint32_t *order = rows->sweep->order;
	return dungeon_area(rows->plan.dungeon, order ? order[place] : place);
}

/* Begins the window in which rows->y lies. */
static void open_window(struct rows *rows)
{
	struct sweep *sweep = rows->sweep;
	const struct dungeon *dungeon = rows->plan.dungeon;
	uint32_t count = dungeon_area_count(dungeon);
	uint32_t top = rows->y - rows->y % WINDOW, row_count = window_rows(&dungeon->recipe, top);
	/* firsts[row + 2] counts the areas of a row; then firsts[row + 1] is where its next one goes, at last its end.
	 */
	uint32_t *firsts = sweep->firsts;
	memset(firsts, 0, (row_count + 2) * sizeof *firsts);
	uint32_t first = sweep->next_area, end = first;
	for (; end < count; end++) {
		uint32_t row = ordered_area(rows, end).y - top;
		if (row >= row_count)
			break;
		firsts[row + 2]++;
	}
	for (uint32_t row = 0; row < row_count; row++)
		firsts[row + 2] += firsts[row + 1];
	for (uint32_t place = first; place < end; place++) {
		struct area area = ordered_area(rows, place);
		sweep->starts[firsts[area.y - top + 1]++] = (struct start){area.x, area.width, area.height};
	}
	sweep->next_area = end;
	sweep->window = top;
}

static bool reserve(struct sweep *sweep, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint64_t groups = (uint64_t)recipe->width / GROUP + 1;
	uint32_t count = dungeon_area_count(dungeon);
	/* The next map may have more areas than this one, up to three a room. */
	uint64_t likely = (uint64_t)recipe_most_rooms(recipe) * 3;
	uint64_t sorted = 0, likely_sorted = 0;
	if (recipe->height > WINDOW) {
		uint32_t windows = recipe->height / WINDOW + 1;
		sorted = sort_memory(count, windows);
		likely_sorted = sort_memory(likely, windows);
	}
	return memory_reserve(&sweep->until, &sweep->until_capacity, groups * GROUP, sizeof *sweep->until, 0) &&
	       memory_reserve(&sweep->runs, &sweep->run_capacity, groups + 1, sizeof *sweep->runs, 0) &&
	       memory_reserve(&sweep->firsts, &sweep->first_capacity, window_rows(recipe, 0) + 2, sizeof *sweep->firsts,
			      0) &&
	       memory_reserve(&sweep->starts, &sweep->start_capacity, count, sizeof *sweep->starts, likely) &&
	       memory_reserve(&sweep->memory, &sweep->memory_capacity, sorted, sizeof *sweep->memory, likely_sorted);
}

bool rows_start_swept(struct rows *rows, const struct rows_plan *plan)
{
	const struct dungeon *dungeon = plan->dungeon;
	const struct recipe *recipe = &dungeon->recipe;
	rows_reset(rows, plan);
	rows->whole = false;
	if (!rows->sweep)
		rows->sweep = calloc(1, sizeof *rows->sweep);
	struct sweep *sweep = rows->sweep;
	if (!sweep || !rows_reserve(rows, 1, GROUP) || !reserve(sweep, dungeon))
		return false;
	size_t groups = recipe->width / GROUP + 1;
	memset(sweep->until, 0, groups * GROUP * sizeof *sweep->until);
	memset(sweep->runs, 0, (groups + 1) * sizeof *sweep->runs);
	sweep->next_area = 0;
	sweep->next_door = 0;
	sweep->next_mark = 0;
	sweep->order = NULL;
	if (recipe->height > WINDOW)
		sweep->order = sort_indices(sweep->memory, dungeon_area_count(dungeon), recipe->height / WINDOW + 1,
					    window_of, dungeon);
	open_window(rows);
	return true;
}

/* The first row after this one in which an area, a door or a mark begins, or of a window in which an area does, or the
 * end. */
static uint32_t next_start(const struct rows *rows)
{
	const struct sweep *sweep = rows->sweep;
	const struct dungeon *dungeon = rows->plan.dungeon;
	uint32_t row = rows->y - sweep->window + 1, row_count = window_rows(&dungeon->recipe, sweep->window);
	while (row < row_count && sweep->firsts[row] == sweep->firsts[row + 1])
		row++;
	if (row < row_count)
		row += sweep->window;
	else if (sweep->next_area < dungeon_area_count(dungeon))
		row = ordered_area(rows, sweep->next_area).y / WINDOW * WINDOW;
	else
		row = dungeon->recipe.height;
	if (sweep->next_door < dungeon->door_count && dungeon->doors[sweep->next_door].at.y < row)
		row = dungeon->doors[sweep->next_door].at.y;
	if (sweep->next_mark < rows->plan.mark_count && rows->plan.marks[sweep->next_mark].at.y < row)
		row = rows->plan.marks[sweep->next_mark].at.y;
	return row;
}

/* Lets the floor of these columns reach to the row before `end` at least. */
static void extend_floor(struct sweep *sweep, uint32_t from, uint32_t to, uint32_t end)
{
	int32_t *until = sweep->until;
	for (uint32_t x = from; x < to; x++)
		until[x] = until[x] < (int32_t)end ? (int32_t)end : until[x];
}

/* Takes in an area that begins at row y. */
static void begin_area(struct sweep *sweep, uint32_t y, struct start area)
{
	uint32_t end = area.x + area.width;
	/* A run along this row can be as long as the map is wide: count its whole groups instead of its columns. */
	uint32_t first_group = (area.x + GROUP - 1) / GROUP, end_group = end / GROUP;
	if (area.height > 1 || first_group >= end_group) {
		extend_floor(sweep, area.x, end, y + area.height);
		return;
	}
	sweep->runs[first_group]++;
	sweep->runs[end_group]--;
	extend_floor(sweep, area.x, first_group * GROUP, y + 1);
	extend_floor(sweep, end_group * GROUP, end, y + 1);
}

static void fill_group(char *restrict tiles, const int32_t *restrict until, int32_t y, char wall, char floor)
{
	for (size_t x = 0; x < GROUP; x++)
		tiles[x] = until[x] > y ? floor : wall;
}

static void fill_row(struct rows *rows, char *tiles)
{
	struct sweep *sweep = rows->sweep;
	char wall = rows_code(rows, TILE_WALL), floor = rows_code(rows, TILE_FLOOR);
	size_t groups = rows->plan.dungeon->recipe.width / GROUP + 1;
	int32_t covering = 0;
	for (size_t group = 0; group < groups; group++, tiles += GROUP) {
		covering += sweep->runs[group];
		sweep->runs[group] = 0;
		if (covering > 0)
			memset(tiles, floor, GROUP);
		else
			fill_group(tiles, sweep->until + group * GROUP, (int32_t)rows->y, wall, floor);
	}
}

/* The row, `end` at most, at which the first of the columns that are now floor turns to wall. */
static uint32_t first_end(const struct rows *rows, uint32_t end)
{
	const int32_t *until = rows->sweep->until;
	int32_t y = (int32_t)rows->y, first = (int32_t)end;
	for (size_t x = 0; x < rows->plan.dungeon->recipe.width; x++) {
		int32_t here = until[x] > y ? until[x] : first;
		first = here < first ? here : first;
	}
	return (uint32_t)first;
}

uint32_t sweep_row(struct rows *rows, size_t *length)
{
	struct sweep *sweep = rows->sweep;
	if (rows->y - sweep->window >= WINDOW)
		open_window(rows);
	bool alone = false; /* something in this row is not in the next */
	const uint32_t *first = &sweep->firsts[rows->y - sweep->window];
	for (uint32_t i = first[0]; i < first[1]; i++) {
		begin_area(sweep, rows->y, sweep->starts[i]);
		alone = alone || sweep->starts[i].height == 1;
	}

	char *tiles = rows_tiles(rows);
	fill_row(rows, tiles);
	const struct dungeon *dungeon = rows->plan.dungeon;
	for (; sweep->next_door < dungeon->door_count; sweep->next_door++) {
		struct point at = dungeon->doors[sweep->next_door].at;
		if (at.y != rows->y)
			break;
		tiles[at.x] = rows_code(rows, TILE_DOOR);
		alone = true;
	}
	for (; sweep->next_mark < rows->plan.mark_count; sweep->next_mark++) {
		struct mark mark = rows->plan.marks[sweep->next_mark];
		if (mark.at.y != rows->y)
			break;
		tiles[mark.at.x] = rows_code(rows, mark.glyph);
		alone = true;
	}
	*length = (size_t)(rows_complete(rows, rows->bytes, tiles) - rows->bytes);

	uint32_t next = next_start(rows);
	return alone || next == rows->y + 1 ? 1 : first_end(rows, next) - rows->y;
}

void sweep_free(struct sweep *sweep)
{
	if (!sweep)
		return;
	free(sweep->memory);
	free(sweep->firsts);
	free(sweep->starts);
	free(sweep->until);
	free(sweep->runs);
	free(sweep);
}
