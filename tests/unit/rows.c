/* SPDX-License-Identifier: MIT */
/* The rows of maps, drawn whole and swept, against a plain drawing. @smoke @clang */
#include "../lib/command_line.h"
#include "map/rows.h"
#include "unit.h"

#include <string.h>

static const struct row_bytes characters = {
	.kind = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'}, .end = "\n"};

/* Reused for all maps, because nothing of a map may show in the next map. */
static struct map map;

/* The size of a map, and how much is on it. */
struct shape {
	uint32_t width;
	uint32_t height;
	uint32_t room_count;
	uint32_t tunnel_count;
};

static struct area choose_room(uint64_t *random, const struct recipe *recipe)
{
	const uint32_t width = unit_between(random, 2, recipe->room_max);
	const uint32_t height = unit_between(random, 2, recipe->room_max);
	const uint32_t x = unit_between(random, 0, recipe->width - width - 1);
	const uint32_t y = unit_between(random, 0, recipe->height - height - 1);
	return (struct area){x, y, x + width, y + height};
}

/* Starts a map whose rooms are small in half of the cases. */
static void start_map(uint64_t *random, struct shape shape)
{
	const uint32_t shorter_side = shape.width < shape.height ? shape.width : shape.height;
	uint32_t room_limit = shorter_side - 1;
	if (unit_once_in(random, 2) && room_limit > 12)
		room_limit = 12;
	const struct recipe recipe = {
		.width = shape.width,
		.height = shape.height,
		.max_rooms = shape.room_count,
		.room_min = 2,
		.room_max = unit_between(random, 2, room_limit),
	};
	map_start(&map, &recipe);
}

/* Adds a tunnel between any two rooms. Returns false if out of memory. */
static bool add_tunnel(uint64_t *random)
{
	const uint32_t from = unit_between(random, 0, map.room_count - 1);
	const uint32_t to = unit_between(random, 0, map.room_count - 1);
	const bool row_first = unit_once_in(random, 2);
	const struct point start = room_center(map.rooms[from]);
	const struct point end = room_center(map.rooms[to]);
	struct point bend = {start.x, end.y};
	if (row_first)
		bend = (struct point){end.x, start.y};
	return map_add_tunnel(&map, from, to, row_first) && map_add_leg(&map, start, bend) &&
	       map_add_leg(&map, bend, end);
}

/* Adds a door anywhere in a row. Returns false if out of memory. */
static bool add_door(uint64_t *random, uint32_t y)
{
	const uint32_t x = unit_between(random, 0, map.recipe.width - 1);
	return map_add_door(&map, (struct point){x, y}, 0);
}

/*
 * Makes a map that only the model can express: rooms and doors anywhere, and tunnels between any
 * two rooms.
 */
static void make_map(uint64_t *random, struct shape shape)
{
	bool is_added = true;
	start_map(random, shape);
	for (uint32_t i = 0; i < shape.room_count; i++)
		is_added = is_added && map_add_room(&map, choose_room(random, &map.recipe));
	for (uint32_t i = 0; i < shape.tunnel_count; i++)
		is_added = is_added && add_tunnel(random);
	/* Doors are sorted by row. */
	uint32_t y = 0;
	while (unit_once_in(random, 2) && y < shape.height) {
		is_added = is_added && add_door(random, y);
		y += unit_between(random, 0, shape.height / 4);
	}
	if (!is_added)
		unit_no_memory();
}

/* Draws row y of the map in the plainest way. */
static void draw_row(uint32_t y, char *row)
{
	memset(row, '#', map.recipe.width);
	for (uint32_t i = 0; i < map_area_count(&map); i++) {
		const struct area area = map_area(&map, i);
		if (area.y1 <= y && y <= area.y2)
			memset(row + area.x1, '.', area_width(area));
	}
	for (uint32_t i = 0; i < map.door_count; i++)
		if (map.doors[i].at.y == y)
			row[map.doors[i].at.x] = '+';
}

/* Returns whether these tiles are row y of the map. */
static bool row_is(uint32_t y, const char *tiles)
{
	const size_t width = map.recipe.width;
	char *row = unit_memory(width, 1);
	draw_row(y, row);
	const bool is_same = memcmp(row, tiles, width) == 0 && tiles[width] == '\n';
	free(row);
	return is_same;
}

/* Draws the map in one of the two ways, and compares each row. */
static void check_rows(bool is_whole)
{
	static struct rows rows;
	const uint32_t height = map.recipe.height;
	const char *tiles;
	uint32_t y = 0;
	bool is_same = rows_start_as(&rows, &map, &characters, is_whole);
	while (is_same && (tiles = rows_next(&rows))) {
		is_same = y < height && row_is(y, tiles);
		y++;
	}
	CHECK(is_same && y == height, "%s, its tiles are those of the plain drawing: %s",
	      is_whole ? "drawn whole" : "swept", command_line(&map.recipe));
}

static void check_map(uint64_t *random, struct shape shape)
{
	make_map(random, shape);
	check_rows(false);
	check_rows(true);
}

static void check_small(uint64_t *random)
{
	for (uint32_t i = 0; i < 3000; i++) {
		struct shape shape;
		shape.width = unit_between(random, 3, unit_once_in(random, 2) ? 300 : 70);
		shape.height = unit_between(random, 3, unit_once_in(random, 2) ? 200 : 12);
		shape.room_count = unit_between(random, 1, 30);
		shape.tunnel_count = unit_between(random, 0, 60);
		check_map(random, shape);
	}
}

/* Sizes that need every method of a sweep. */
static void check_sizes(uint64_t *random)
{
	static const struct shape shapes[] = {
		{3, 3, 1, 0},           {5, 9, 4, 200}, /* many more tunnels than columns */
		{700, 500, 2000, 1999}, {3, 30000, 2000, 1999}, {3000000, 3, 20, 19},
		{1000000, 7, 50, 49},   {70, 50000, 100, 99},   {5, 100000, 300, 299},
	};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		check_map(random, shapes[i]);
	/* Most rows of these maps do not have floor. */
	for (uint32_t i = 0; i < 30; i++) {
		struct shape shape = {.width = 4, .tunnel_count = i % 3};
		shape.height = unit_between(random, 100000, 300000);
		shape.room_count = unit_between(random, 1, 5);
		check_map(random, shape);
	}
}

/* Equal rows of a map, from `first` to the one before `end`. */
struct equal_rows {
	const char *tiles;
	uint32_t first;
	uint32_t end;
};

/* Returns whether a row is one of some equal rows, after the first of them. */
static bool is_repeated(struct equal_rows rows, uint32_t y)
{
	return rows.first < y && y < rows.end;
}

/* Returns whether the equal rows are right where an area begins or ends. */
static bool area_is_right(struct equal_rows rows, struct area area)
{
	if (is_repeated(rows, area.y1) && !row_is(area.y1, rows.tiles))
		return false;
	return !is_repeated(rows, area.y2 + 1) || row_is(area.y2 + 1, rows.tiles);
}

/* Returns whether a door is in one of several equal rows, which it makes unlike the others. */
static bool repeats_door(struct equal_rows rows, uint32_t y)
{
	return rows.first <= y && y < rows.end && rows.end - rows.first > 1;
}

/*
 * Returns whether equal rows are right. Compares the first of them, and each row that may differ
 * from the row above.
 */
static bool rows_are_right(struct equal_rows rows)
{
	if (!row_is(rows.first, rows.tiles))
		return false;
	for (uint32_t i = 0; i < map_area_count(&map); i++)
		if (!area_is_right(rows, map_area(&map, i)))
			return false;
	for (uint32_t i = 0; i < map.door_count; i++)
		if (repeats_door(rows, map.doors[i].at.y))
			return false;
	return true;
}

/* Skips the rows that equal the last one. Returns how many there are. */
static uint32_t skip_repeats(struct rows *rows)
{
	const uint32_t count = rows->repeats_left;
	rows->y += count;
	rows->repeats_left = 0;
	return count;
}

/* Checks that rows of a very high map are right, and that the sweep draws few of them. */
static void check_endless(uint64_t *random, uint32_t width, uint32_t height)
{
	struct rows rows = {0};
	make_map(random, (struct shape){width, height, 30, 29});
	const uint32_t change_count = 2 * (map_area_count(&map) + map.door_count);
	const uint32_t drawn_max = change_count + height / 1000;
	const char *tiles;
	uint32_t drawn_count = 0;
	uint32_t y = 0;
	bool is_right = rows_start(&rows, &map, &characters);
	while (is_right && drawn_count <= drawn_max && (tiles = rows_next(&rows))) {
		const uint32_t repeat_count = skip_repeats(&rows);
		const struct equal_rows equal_rows = {tiles, y, y + 1 + repeat_count};
		is_right = repeat_count < height - y && rows_are_right(equal_rows);
		y = equal_rows.end;
		drawn_count++;
	}
	CHECK(is_right && drawn_count <= drawn_max && y == height,
	      "rows of a very high map are right, and few are drawn: row %" PRIu32 ", %" PRIu32
	      " drawn, %s",
	      y, drawn_count, command_line(&map.recipe));
	rows_free(&rows);
}

int main(void)
{
	uint64_t random = UNIT_START;
	RUN(check_small(&random));
	RUN(check_sizes(&random));
	for (uint32_t i = 0; i < 4; i++) {
		RUN(check_endless(&random, 200, 100000000));
		RUN(check_endless(&random, 500, 100000000));
		RUN(check_endless(&random, 3, 100000000));
	}
	RUN(check_endless(&random, 100, INT32_MAX));
	map_free(&map);
	return unit_end();
}
