/* SPDX-License-Identifier: MIT */
/* The search for the nearest room against a comparison with every room. @smoke */
#include "dungeon/neighbors.h"
#include "../fuzz/grid.h"
#include "../lib/command_line.h"
#include "unit.h"

enum { SEARCHES = 200 };

enum { CONNECTED, SEARCHED, NONE, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[CONNECTED] = {.what = "every tunnel begins at the nearest earlier room, as a plain search finds it"},
	[SEARCHED] = {.what = "the room nearest to a point, among the rooms before any room, is the one that a plain "
			      "search finds"},
	[NONE] = {.what = "among no rooms, none is found"},
};

static struct dungeon dungeon;
static struct neighbors neighbors; /* reused for all maps, since nothing of one may affect the next */

static uint64_t distance_to(struct point point, uint32_t room)
{
	struct point center = plain_center(dungeon.rooms[room]);
	uint64_t x = center.x > point.x ? center.x - point.x : point.x - center.x;
	uint64_t y = center.y > point.y ? center.y - point.y : point.y - center.y;
	return x * x + y * y;
}

static uint32_t nearest_plainly(struct point point, uint32_t end)
{
	uint32_t nearest = UINT32_MAX;
	uint64_t least = UINT64_MAX;
	for (uint32_t i = 0; i < end; i++) {
		uint64_t distance = distance_to(point, i);
		nearest = distance < least ? i : nearest;
		least = distance < least ? distance : least;
	}
	return nearest;
}

static struct point choose_point(uint64_t *random)
{
	const struct recipe *recipe = &dungeon.recipe;
	switch (unit_between(random, 0, 3)) {
	case 0:
		return plain_center(dungeon.rooms[unit_between(random, 0, dungeon.room_count - 1)]);
	case 1:
		return (struct point){unit_once_in(random, 2) ? 0 : recipe->width - 1,
				      unit_once_in(random, 2) ? 0 : recipe->height - 1};
	default:
		return (struct point){unit_between(random, 0, recipe->width - 1),
				      unit_between(random, 0, recipe->height - 1)};
	}
}

/* Makes this many searches among the first `count` rooms of the dungeon. */
static void check_searches(uint64_t *random, uint32_t count, uint32_t searches)
{
	if (!neighbors_index(&neighbors, &dungeon, count, 0))
		unit_no_memory();
	for (uint32_t i = 0; i < searches; i++) {
		struct point point = choose_point(random);
		uint32_t end = unit_once_in(random, 2) ? count : unit_between(random, 0, count);
		uint32_t plainly = nearest_plainly(point, end);
		uint32_t found = neighbors_nearest(&neighbors, point, end);
		CHECK(&properties[end ? SEARCHED : NONE], found == plainly,
		      "%" PRIu32 ", not %" PRIu32 ", %" PRIu32 " rooms, %s", found, plainly, end,
		      command_line(&dungeon.recipe));
	}
}

static void check_connected(void)
{
	bool right = dungeon.tunnel_count == dungeon.room_count - 1;
	uint32_t i = 0;
	for (; right && i < dungeon.tunnel_count; i++) {
		uint32_t plainly = nearest_plainly(plain_center(dungeon.rooms[i + 1]), i + 1);
		right = dungeon.tunnels[i].to == i + 1 && dungeon.tunnels[i].from == plainly;
	}
	CHECK(&properties[CONNECTED], right, "tunnel %" PRIu32 ", %s", i, command_line(&dungeon.recipe));
}

/*
 * Rooms of one tile, which may overlap: the search must not rely on the distance between rooms. Half of them are in a
 * corner of `crowd` tiles on a side.
 */
static void check_centers(uint64_t *random, uint32_t width, uint32_t height, uint32_t count, uint32_t crowd,
			  uint32_t searches)
{
	dungeon_free(&dungeon);
	dungeon.recipe = (struct recipe){.width = width, .height = height, .max_rooms = count, .rng = "none"};
	for (uint32_t i = 0; i < count; i++) {
		struct point near = {unit_between(random, 0, width - 1), unit_between(random, 0, height - 1)};
		if (unit_once_in(random, 2)) {
			near.x %= crowd;
			near.y %= crowd;
		}
		if (!dungeon_add_room(&dungeon, (struct area){near.x, near.y, near.x, near.y}) ||
		    (i > 0 && !dungeon_add_tunnel(&dungeon, i - 1, i, false)))
			unit_no_memory();
	}
	if (!neighbors_connect(&neighbors, &dungeon))
		unit_no_memory();
	check_connected();
	check_searches(random, count, searches);
	check_searches(random, unit_between(random, 1, count), searches);
}

int main(void)
{
	static const struct {
		uint32_t width, height, count;
	} shapes[] = {
		{2000, 2000, 4000},   {700, 900, 6000},     {20000, 20000, 1000},         {200, 1000000, 5000},
		{1000000, 200, 5000}, {3, INT32_MAX, 5000}, {INT32_MAX, INT32_MAX, 5000}, {1, 1, 1},
	};
	uint64_t random = UNIT_START;
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		check_centers(&random, shapes[i].width, shapes[i].height, shapes[i].count, INT32_MAX, SEARCHES);
	/* Around the number of rooms up to which there is no index, and beyond. */
	for (uint32_t count = 1; count <= 140; count++) {
		uint32_t width = unit_between(&random, 1, 300), fewest = count / width + 1; /* a tile for each */
		check_centers(&random, width, unit_between(&random, fewest, 300), count, 64, SEARCHES);
	}
	check_centers(&random, INT32_MAX, INT32_MAX, 5000, 64, SEARCHES);
	/* Most rooms on one tile, and the others as far apart as cells: some are equally near within and outside. */
	for (uint32_t i = 0; i < 2000; i++)
		check_centers(&random, unit_between(&random, 30, 120), unit_between(&random, 1, 2), 40, 1, 5);
	neighbors_free(&neighbors);
	dungeon_free(&dungeon);
	return unit_report(properties, PROPERTIES);
}
