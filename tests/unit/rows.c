/* SPDX-License-Identifier: MIT */
/* The rows of maps, drawn whole and swept, against a plain drawing. @smoke @clang */
#include "../lib/command_line.h"
#include "map/rows.h"
#include "unit.h"

#include <string.h>

static const struct row_bytes characters = {
	.kind = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'}, .end = "\n"};

/* Reused for all maps, since nothing of one may show in the next. */
static struct map map;

static struct area choose_room(uint64_t *random, const struct recipe *recipe)
{
	uint32_t width = unit_between(random, 2, recipe->room_max),
		 height = unit_between(random, 2, recipe->room_max);
	uint32_t x = unit_between(random, 0, recipe->width - width - 1);
	uint32_t y = unit_between(random, 0, recipe->height - height - 1);
	return (struct area){x, y, x + width, y + height};
}

/*
 * Makes a map that only the model can express: rooms and doors anywhere, tunnels between any two
 * rooms.
 */
static void make(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_count,
		 uint32_t tunnel_count)
{
	uint32_t largest = (width < height ? width : height) - 1,
		 small = largest < 12 ? largest : 12;
	struct recipe recipe = {
		.width = width, .height = height, .max_rooms = room_count, .room_min = 2};
	recipe.room_max = unit_between(random, 2, unit_once_in(random, 2) ? small : largest);
	map_start(&map, &recipe);
	bool added = true;
	for (uint32_t i = 0; i < room_count; i++)
		added &= map_add_room(&map, choose_room(random, &recipe));
	for (uint32_t i = 0; i < tunnel_count; i++) {
		uint32_t from = unit_between(random, 0, room_count - 1),
			 to = unit_between(random, 0, room_count - 1);
		bool row_first = unit_once_in(random, 2);
		struct point a = room_center(map.rooms[from]), b = room_center(map.rooms[to]);
		struct point bend = row_first ? (struct point){b.x, a.y} : (struct point){a.x, b.y};
		added &= map_add_tunnel(&map, from, to, row_first) && map_add_leg(&map, a, bend) &&
			 map_add_leg(&map, bend, b);
	}
	/* Doors are sorted by row. */
	for (uint32_t y = 0; unit_once_in(random, 2) && y < height;
	     y += unit_between(random, 0, height / 4))
		added &= map_add_door(&map, (struct point){unit_between(random, 0, width - 1), y},
				      0);
	if (!added)
		unit_no_memory();
}

/* Whether this is row y of the map. */
static bool row_is(uint32_t y, const char *found)
{
	size_t width = map.recipe.width;
	char *row = unit_memory(width, 1);
	memset(row, '#', width);
	for (uint32_t i = 0; i < map_area_count(&map); i++) {
		struct area area = map_area(&map, i);
		if (area.y1 <= y && y <= area.y2)
			memset(row + area.x1, '.', area_width(area));
	}
	for (uint32_t i = 0; i < map.door_count; i++)
		if (map.doors[i].at.y == y)
			row[map.doors[i].at.x] = '+';
	bool same = memcmp(row, found, width) == 0 && found[width] == '\n';
	free(row);
	return same;
}

static void check_map(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_count,
		      uint32_t tunnel_count)
{
	static struct rows rows;
	make(random, width, height, room_count, tunnel_count);
	for (int whole = 0; whole < 2; whole++) {
		uint32_t y = 0;
		bool same = rows_start_as(&rows, &map, &characters, NULL, whole);
		for (const char *row; same && (row = rows_next(&rows)); y++)
			same = y < height && row_is(y, row);
		CHECK(same && y == height, "%s, its tiles are those of the plain drawing: %s",
		      whole ? "drawn whole" : "swept", command_line(&map.recipe));
	}
}

static void check_small(uint64_t *random)
{
	for (uint32_t i = 0; i < 3000; i++) {
		uint32_t width = unit_between(random, 3, unit_once_in(random, 2) ? 300 : 70);
		uint32_t height = unit_between(random, 3, unit_once_in(random, 2) ? 200 : 12);
		check_map(random, width, height, unit_between(random, 1, 30),
			  unit_between(random, 0, 60));
	}
}

/* Sizes of every method. */
static void check_sizes(uint64_t *random)
{
	static const struct {
		uint32_t width, height, rooms, tunnels;
	} shapes[] = {
		{3, 3, 1, 0},           {5, 9, 4, 200}, /* tunnels far outnumber columns */
		{700, 500, 2000, 1999}, {3, 30000, 2000, 1999}, {3000000, 3, 20, 19},
		{1000000, 7, 50, 49},   {70, 50000, 100, 99},   {5, 100000, 300, 299},
	};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		check_map(random, shapes[i].width, shapes[i].height, shapes[i].rooms,
			  shapes[i].tunnels);
	for (uint32_t i = 0; i < 30; i++) /* most rows have no area */
		check_map(random, 4, unit_between(random, 100000, 300000),
			  unit_between(random, 1, 5), i % 3);
}

/*
 * Looks at the first of some rows that are the same, and at each that may differ from the row
 * above.
 */
static bool rows_are_right(const char *tiles, uint32_t y, uint32_t times)
{
	uint32_t end = y + times;
	bool right = row_is(y, tiles);
	for (uint32_t i = 0; i < map_area_count(&map); i++) {
		struct area area = map_area(&map, i);
		const uint32_t changes[] = {area.y1, area.y2 + 1};
		for (int k = 0; k < 2; k++)
			right = right &&
				(changes[k] <= y || changes[k] >= end || row_is(changes[k], tiles));
	}
	for (uint32_t i = 0; i < map.door_count; i++) {
		uint32_t row = map.doors[i].at.y;
		right = right && (row < y || row >= end || times == 1);
	}
	return right;
}

static void check_endless(uint64_t *random, uint32_t width, uint32_t height)
{
	struct rows rows = {0};
	make(random, width, height, 30, 29);
	bool same = rows_start(&rows, &map, &characters, NULL);
	/* Not every row of such a map may be drawn. */
	uint32_t most = 2 * (map_area_count(&map) + map.door_count) + height / 1000, drawn = 0,
		 y = 0;
	const char *tiles;
	for (; same && drawn <= most && (tiles = rows_next(&rows)); drawn++) {
		same = rows.repeats_left < height - y &&
		       rows_are_right(tiles, y, 1 + rows.repeats_left);
		y = rows.y += rows.repeats_left;
		rows.repeats_left = 0;
	}
	CHECK(same && drawn <= most && y == height,
	      "rows of a very high map are right, and few are drawn: row %" PRIu32 ", %" PRIu32
	      " drawn, %s",
	      y, drawn, command_line(&map.recipe));
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
