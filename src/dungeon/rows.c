/* SPDX-License-Identifier: MIT */
#include "dungeon/rows.h"

#include "dungeon/memory.h"
#include "dungeon/sort.h"

#include <stdlib.h>
#include <string.h>

enum {
	WHOLE_MOST = 1 << 16, /* a map of at most so many bytes is drawn whole: it stays in the second cache */
	GROUP = 64,           /* columns */
	WINDOW = 1 << 14,     /* rows */
};

enum { WALL = '#', FLOOR = '.' };

/* Puts what stands before and after the tiles of a row into its place in the first row. */
static void frame_row(struct rows *rows)
{
	char *after = rows->bytes + rows->before_length + rows->plan.dungeon->recipe.width;
	memcpy(rows->bytes, rows->plan.before, rows->before_length);
	memcpy(after, rows->plan.after, rows->row_length - (size_t)(after - rows->bytes));
}

/* The map drawn whole. */

enum { CHUNK = 16 }; /* columns that are drawn at once; there is memory for so many after the map */

static const char floor_chunk[] = "................"; /* FLOOR */

/*
 * Draws what is at most CHUNK wide. How wide it is nobody can foretell, so that a branch on it would cost more than
 * to write back the tiles that stay as they are.
 */
static void draw_narrow(char *tiles, size_t stride, struct area area)
{
	static const unsigned char masks[2 * CHUNK] = {255, 255, 255, 255, 255, 255, 255, 255,
						       255, 255, 255, 255, 255, 255, 255, 255};
	uint64_t floors, mask[2];
	memcpy(&floors, floor_chunk, sizeof floors);
	memcpy(mask, masks + CHUNK - area.width, CHUNK);
	char *row = tiles + area.y * stride + area.x;
	for (uint32_t y = 0; y < area.height; y++, row += stride) {
		uint64_t old[2];
		memcpy(old, row, CHUNK);
		old[0] = (old[0] & ~mask[0]) | (floors & mask[0]);
		old[1] = (old[1] & ~mask[1]) | (floors & mask[1]);
		memcpy(row, old, CHUNK);
	}
}

/* Draws what is wider, by chunks of which the last ends with the area. */
static void draw_wide(char *tiles, size_t stride, struct area area)
{
	char *row = tiles + area.y * stride + area.x;
	for (uint32_t y = 0; y < area.height; y++, row += stride) {
		for (uint32_t x = 0; x < area.width - CHUNK; x += CHUNK)
			memcpy(row + x, floor_chunk, CHUNK);
		memcpy(row + area.width - CHUNK, floor_chunk, CHUNK);
	}
}

static void draw_column(char *tiles, size_t stride, struct area area)
{
	char *tile = tiles + area.y * stride + area.x;
	for (uint32_t y = 0; y < area.height; y++, tile += stride)
		*tile = FLOOR;
}

static void draw_area(char *tiles, size_t stride, struct area area)
{
	if (area.width == 1)
		draw_column(tiles, stride, area);
	else if (area.width <= CHUNK)
		draw_narrow(tiles, stride, area);
	else
		draw_wide(tiles, stride, area);
}

static void draw_whole(struct rows *rows)
{
	const struct dungeon *dungeon = rows->plan.dungeon;
	size_t stride = rows->row_length, length = stride * dungeon->recipe.height;
	/* One row of wall, then twice what there is until all is there. */
	char *bytes = rows->bytes;
	frame_row(rows);
	memset(bytes + rows->before_length, WALL, dungeon->recipe.width);
	for (size_t done = stride; done < length; done *= 2)
		memcpy(bytes + done, bytes, done < length - done ? done : length - done);

	char *tiles = bytes + rows->before_length;
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = 0; i < count; i++)
		draw_area(tiles, stride, dungeon_area(dungeon, i));
	for (size_t i = 0; i < rows->plan.mark_count; i++) {
		struct mark mark = rows->plan.marks[i];
		tiles[mark.at.y * stride + mark.at.x] = mark.glyph;
	}
}

/*
 * The sweep. The areas that begin in a window of rows are put in the order of their rows by counting them, whole and
 * not by their numbers: in a large map each look at an area by its number is a miss of the cache.
 */

/* An area whose first row is known by its place. */
struct rows_event {
	uint32_t x, width, height;
};

static uint32_t window_of(const void *dungeon, uint32_t index)
{
	return dungeon_area(dungeon, index).y / WINDOW;
}

/* How many rows the window has that begins at row `top`. */
static uint32_t window_rows(const struct rows *rows, uint32_t top)
{
	uint32_t left = rows->plan.dungeon->recipe.height - top;
	return left < WINDOW ? left : WINDOW;
}

/* The area in that place of the order by windows. */
static struct area ordered_area(const struct rows *rows, uint32_t place)
{
	return dungeon_area(rows->plan.dungeon, rows->order ? rows->order[place] : place);
}

/* Begins the window in which rows->y lies. */
static void open_window(struct rows *rows)
{
	uint32_t count = dungeon_area_count(rows->plan.dungeon);
	uint32_t top = rows->y - rows->y % WINDOW, row_count = window_rows(rows, top);
	uint32_t first = rows->next_area;
	/* starts[row + 2] counts the row's areas, then starts[row + 1] is where the next of them goes, then its end. */
	uint32_t *starts = rows->starts;
	memset(starts, 0, (row_count + 2) * sizeof *starts);
	uint32_t end = first;
	for (; end < count; end++) {
		uint32_t row = ordered_area(rows, end).y - top;
		if (row >= row_count)
			break;
		starts[row + 2]++;
	}
	for (uint32_t row = 0; row < row_count; row++)
		starts[row + 2] += starts[row + 1];
	for (uint32_t place = first; place < end; place++) {
		struct area area = ordered_area(rows, place);
		rows->events[starts[area.y - top + 1]++] = (struct rows_event){area.x, area.width, area.height};
	}
	rows->next_area = end;
	rows->window = top;
}

static bool sweep_start(struct rows *rows)
{
	const struct dungeon *dungeon = rows->plan.dungeon;
	const struct recipe *recipe = &dungeon->recipe;
	uint64_t groups = (uint64_t)recipe->width / GROUP + 1;
	uint32_t count = dungeon_area_count(dungeon);
	uint64_t likely = (uint64_t)recipe_most_rooms(recipe) *
			  3; /* at most as many areas, and perhaps in the next map */
	if (!memory_reserve(&rows->until, &rows->until_capacity, groups * GROUP, sizeof *rows->until, 0) ||
	    !memory_reserve(&rows->runs, &rows->run_capacity, groups + 1, sizeof *rows->runs, 0) ||
	    !memory_reserve(&rows->starts, &rows->start_capacity, window_rows(rows, 0) + 2, sizeof *rows->starts, 0) ||
	    !memory_reserve(&rows->events, &rows->event_capacity, count, sizeof *rows->events, likely))
		return false;
	memset(rows->until, 0, (size_t)groups * GROUP * sizeof *rows->until);
	memset(rows->runs, 0, (size_t)(groups + 1) * sizeof *rows->runs);
	rows->next_area = 0;
	rows->next_mark = 0;
	rows->order = NULL;
	if (recipe->height > WINDOW) {
		uint32_t windows = recipe->height / WINDOW + 1;
		if (!memory_reserve(&rows->memory, &rows->memory_capacity, sort_memory(count, windows),
				    sizeof *rows->memory,
				    sort_memory(likely < UINT32_MAX ? (uint32_t)likely : UINT32_MAX, windows)))
			return false;
		rows->order = sort_indices(rows->memory, count, windows, window_of, dungeon);
	}
	open_window(rows);
	return true;
}

/* The row after this one at which the next area or mark begins, or a window where an area does, or the map ends. */
static uint32_t next_start(const struct rows *rows)
{
	uint32_t row = rows->y - rows->window + 1, row_count = window_rows(rows, rows->window);
	while (row < row_count && rows->starts[row] == rows->starts[row + 1])
		row++;
	if (row < row_count)
		row += rows->window;
	else if (rows->next_area < dungeon_area_count(rows->plan.dungeon))
		row = ordered_area(rows, rows->next_area).y / WINDOW * WINDOW;
	else
		row = rows->plan.dungeon->recipe.height;
	if (rows->next_mark < rows->plan.mark_count && rows->plan.marks[rows->next_mark].at.y < row)
		row = rows->plan.marks[rows->next_mark].at.y;
	return row;
}

/* Lets the floor in these columns go on to the row before `end` at least. */
static void extend_floor(struct rows *rows, uint32_t from, uint32_t to, uint32_t end)
{
	int32_t *until = rows->until;
	for (uint32_t x = from; x < to; x++)
		until[x] = until[x] < (int32_t)end ? (int32_t)end : until[x];
}

/* Takes note of an area that begins at this row. */
static void begin_area(struct rows *rows, struct rows_event area)
{
	uint32_t end = area.x + area.width;
	/* A run along this row can be as long as the map is wide: count its whole groups, not its columns. */
	uint32_t first_group = (area.x + GROUP - 1) / GROUP, end_group = end / GROUP;
	if (area.height > 1 || first_group >= end_group) {
		extend_floor(rows, area.x, end, rows->y + area.height);
		return;
	}
	rows->runs[first_group]++;
	rows->runs[end_group]--;
	extend_floor(rows, area.x, first_group * GROUP, rows->y + 1);
	extend_floor(rows, end_group * GROUP, end, rows->y + 1);
}

static void fill_group(char *restrict tiles, const int32_t *restrict until, int32_t y)
{
	for (size_t x = 0; x < GROUP; x++)
		tiles[x] = until[x] > y ? FLOOR : WALL;
}

static void fill_row(struct rows *rows, char *tiles)
{
	size_t groups = rows->plan.dungeon->recipe.width / GROUP + 1;
	int32_t covering = 0;
	for (size_t group = 0; group < groups; group++, tiles += GROUP) {
		covering += rows->runs[group];
		rows->runs[group] = 0;
		if (covering > 0)
			memset(tiles, FLOOR, GROUP);
		else
			fill_group(tiles, rows->until + group * GROUP, (int32_t)rows->y);
	}
}

/* The row, `end` or before, at which the first of the columns now floor turns to wall. */
static uint32_t first_end(const struct rows *rows, uint32_t end)
{
	int32_t y = (int32_t)rows->y, first = (int32_t)end;
	for (size_t x = 0; x < rows->plan.dungeon->recipe.width; x++) {
		int32_t until = rows->until[x] > y ? rows->until[x] : first;
		first = until < first ? until : first;
	}
	return (uint32_t)first;
}

/* Makes the row at rows->y; returns how many times it stands. */
static uint32_t sweep_row(struct rows *rows)
{
	bool alone = false; /* something in this row is not in the next */
	const uint32_t *start = &rows->starts[rows->y - rows->window];
	for (uint32_t i = start[0]; i < start[1]; i++) {
		begin_area(rows, rows->events[i]);
		alone = alone || rows->events[i].height == 1;
	}

	char *tiles = rows->bytes + rows->before_length;
	fill_row(rows, tiles);
	for (; rows->next_mark < rows->plan.mark_count; rows->next_mark++) {
		struct mark mark = rows->plan.marks[rows->next_mark];
		if (mark.at.y != rows->y)
			break;
		tiles[mark.at.x] = mark.glyph;
		alone = true;
	}
	/* Whole groups reach beyond the map's width. */
	frame_row(rows);

	uint32_t next = next_start(rows);
	return alone || next == rows->y + 1 ? 1 : first_end(rows, next) - rows->y;
}

/* Both. */

bool rows_start(struct rows *rows, const struct rows_plan *plan)
{
	const struct recipe *recipe = &plan->dungeon->recipe;
	rows->plan = *plan;
	rows->before_length = strlen(plan->before);
	rows->row_length = rows->before_length + recipe->width + strlen(plan->after);
	rows->y = 0;

	uint64_t whole = (uint64_t)rows->row_length * recipe->height;
	rows->whole = whole <= WHOLE_MOST && !rows->swept;
	uint64_t needed = rows->whole ? whole + CHUNK : rows->row_length + GROUP;
	if (!memory_reserve(&rows->bytes, &rows->byte_capacity, needed, 1, 0))
		return false;
	if (rows->whole) {
		draw_whole(rows);
		return true;
	}
	return sweep_start(rows);
}

bool rows_next(struct rows *rows, struct band *band)
{
	uint32_t height = rows->plan.dungeon->recipe.height;
	if (rows->y >= height)
		return false;
	*band = (struct band){.bytes = rows->bytes, .length = rows->row_length, .times = 1};
	if (rows->whole) {
		band->length *= height;
		rows->y = height;
	} else {
		if (rows->y - rows->window >= WINDOW)
			open_window(rows);
		band->times = sweep_row(rows);
		rows->y += band->times;
	}
	return true;
}

void rows_free(struct rows *rows)
{
	free(rows->bytes);
	free(rows->memory);
	free(rows->starts);
	free(rows->events);
	free(rows->until);
	free(rows->runs);
	*rows = (struct rows){0};
}
