/* SPDX-License-Identifier: MIT */
/* The search for overlaps, side by side and in lists, against a comparison with every room. @smoke @clang */
#include "dungeon/overlap.h"
#include "../lib/command_line.h"
#include "unit.h"

enum { ATTEMPTS = 6000, MANY = 100000, MANY_SIDE = 6500 };

enum { MEETS, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[MEETS] = {.what = "6,000 or 100,000 attempts a shape meet a room if a comparison with every room says so"},
};

/* The rooms placed. */
static struct area rooms[MANY];
static uint32_t room_count;

/* For many attempts: the tiles of rooms, on a map MANY_SIDE tiles wide and high. */
static bool taken[MANY_SIDE][MANY_SIDE];

static bool meets_plainly(struct area room)
{
	for (uint32_t i = 0; i < room_count; i++)
		if (room.x1 <= rooms[i].x2 && room.x2 >= rooms[i].x1 && room.y1 <= rooms[i].y2 &&
		    room.y2 >= rooms[i].y1)
			return true;
	return false;
}

static bool any_taken(struct area room)
{
	for (size_t y = room.y1; y <= room.y2; y++)
		if (memchr(&taken[y][room.x1], true, room.x2 - room.x1 + 1))
			return true;
	return false;
}

static void take(struct area room)
{
	for (size_t y = room.y1; y <= room.y2; y++)
		memset(&taken[y][room.x1], true, room.x2 - room.x1 + 1);
}

struct shape {
	uint32_t width, height, room_min, room_max;
	uint32_t corner;   /* half the attempts are in a square of this side at the lower right; 0: none */
	uint32_t attempts; /* at most ATTEMPTS, or MANY */
};

/* They share memory, in this order, so large and small, dense and sparse ones take turns. */
static const struct shape shapes[] = {
	{2000, 2000, 6, 10, 0, ATTEMPTS},
	{2000, 2000, 2, 2, 0, ATTEMPTS},
	{1000, 1000, 2, 2, 0, ATTEMPTS},
	{80, 45, 6, 10, 0, 1000},
	{20000, 20000, 2, 200, 0, ATTEMPTS},
	{300, 200, 2, 17, 0, ATTEMPTS},
	{700, 900, 14, 30, 0, ATTEMPTS},
	{900, 700, 14, 14, 0, ATTEMPTS},
	{20000, 20000, 2, 2000, 0, ATTEMPTS},
	{3, 3, 2, 2, 0, 100},
	{30, 30, 2, 4, 0, 3000},
	{20000, 20000, 40, 60, 0, ATTEMPTS},
	{200, 1000000, 6, 10, 0, ATTEMPTS},
	{1000000, 200, 6, 10, 0, ATTEMPTS},
	{200, 1000000, 6, 10, 1000, ATTEMPTS},
	{1000000, 200, 6, 10, 1000, ATTEMPTS},
	{200, 1000000, 2, 199, 0, ATTEMPTS},
	{1000000, 200, 2, 199, 0, ATTEMPTS},
	{300, 200, 2, 9, 0, ATTEMPTS},
	{2147483647, 2147483647, 6, 10, 300, ATTEMPTS},
	{2147483647, 2147483647, 2, 2000, 20000, ATTEMPTS},
	{2147483647, 2147483647, 2, 2147483646, 0, ATTEMPTS},
	{2147483647, 2147483647, 300000000, 1200000000, 0, ATTEMPTS},
	{2147483647, 2147483647, 2, 100000000, 300, ATTEMPTS},
	{2147483647, 3, 2, 2, 300, ATTEMPTS},
	{3, 2147483647, 2, 2, 300, ATTEMPTS},
	{40, 40, 2, 39, 0, 3000},
	{MANY_SIDE, MANY_SIDE, 6, 20, 0, MANY},
	{MANY_SIDE, MANY_SIDE, 6, 24, 0, MANY},
	{MANY_SIDE, MANY_SIDE, 2, 40, 0, MANY},
};

static uint32_t choose_start(uint64_t *random, uint32_t side, uint32_t length, uint32_t corner)
{
	uint32_t last = side - length - 1;
	return unit_between(random, corner > 0 && corner < last ? last - corner : 0, last);
}

static struct area choose_rectangle(uint64_t *random, const struct shape *shape)
{
	bool largest = unit_once_in(random, 8);
	uint32_t w = largest ? shape->room_max : unit_between(random, shape->room_min, shape->room_max);
	uint32_t h = largest ? shape->room_max : unit_between(random, shape->room_min, shape->room_max);
	uint32_t corner = unit_once_in(random, 2) ? shape->corner : 0;
	uint32_t x = choose_start(random, shape->width, w, corner);
	uint32_t y = choose_start(random, shape->height, h, corner);
	if (largest) {
		/* At the end of a cell as large as the smallest room; an index may have such cells. */
		uint32_t side = shape->room_min + 1;
		x -= x >= side ? x % side + 1 : 0;
		y -= y >= side ? y % side + 1 : 0;
	}
	return (struct area){x, y, x + w, y + h};
}

/* Reused for all shapes, since nothing of one may affect the next. */
static struct overlap overlap;

static void check_shape(uint64_t *random, const struct shape *shape)
{
	struct recipe recipe = {
		.width = shape->width,
		.height = shape->height,
		.max_rooms = shape->attempts,
		.room_min = shape->room_min,
		.room_max = shape->room_max,
	};
	bool many = shape->attempts == MANY;
	room_count = 0;
	memset(taken, false, many ? sizeof taken : 0);
	overlap_start(&overlap, &recipe);
	for (uint32_t attempt = 0; attempt < shape->attempts; attempt++) {
		struct area room = choose_rectangle(random, shape);
		bool meets = many ? any_taken(room) : meets_plainly(room);
		CHECK(&properties[MEETS], overlap_meets(&overlap, room) == meets, "attempt %" PRIu32 ", %s", attempt,
		      command_line(&recipe));
		if (meets)
			continue;
		rooms[room_count++] = room;
		if (many)
			take(room);
		if (!overlap_add(&overlap, rooms, room_count))
			unit_no_memory();
	}
	printf("%" PRIu32 "x%" PRIu32 ", rooms of %" PRIu32 " to %" PRIu32 ": %" PRIu32 " attempts, %" PRIu32
	       " rooms\n",
	       shape->width, shape->height, shape->room_min, shape->room_max, shape->attempts, room_count);
}

int main(void)
{
	uint64_t random = UNIT_START;
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		check_shape(&random, &shapes[i]);
	overlap_free(&overlap);
	return unit_report(properties, PROPERTIES);
}
