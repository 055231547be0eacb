/* SPDX-License-Identifier: MIT */
#include "dungeon/rows_draw.h"

#include <string.h>

/*
 * The sizes of rooms are unpredictable, and a mispredicted branch costs more than a few tiles. So small rooms are drawn
 * in steps of constant size, and the tiles beyond their ends keep their values.
 */
enum { CHUNK = 16 /* tiles of a row */ };

typedef int8_t chunk __attribute__((vector_size(CHUNK)));
static const chunk none, lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Draws floor on the tiles whose mask is set. */
static inline void draw_chunk(char *tiles, chunk mask, chunk floor)
{
	chunk old;
	memcpy(&old, tiles, CHUNK);
	old ^= (old ^ floor) & mask;
	memcpy(tiles, &old, CHUNK);
}

/* Draws an area at most CHUNK wide and at most `height` high, from its corner on. */
static void draw_small(char *row, size_t stride, struct area area, uint32_t height, chunk floor)
{
	chunk mask = lane_numbers < none + (int8_t)area_width(area);
	/* A vector, since compilers turn a comparison of two numbers into a branch. */
	chunk left = none + (int8_t)area_height(area);
	for (uint32_t y = 0; y < height; y++, row += stride, left -= 1)
		draw_chunk(row, mask & (left > none), floor);
}

static void draw_rooms(const struct dungeon *dungeon, char *tiles, size_t stride, chunk floor)
{
	/* The rows to draw of a small room, the same for all of them; 0 for a map that was read. */
	uint32_t height = lesser(dungeon->recipe.room_max, CHUNK);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area area = room_floor(dungeon->rooms[i]);
		char *corner = tiles + area.y1 * stride + area.x1;
		if (area_width(area) <= CHUNK && area_height(area) <= height)
			draw_small(corner, stride, area, height, floor);
		else
			for (uint32_t y = 0; y < area_height(area); y++)
				memset(corner + y * stride, floor[0], area_width(area));
	}
}

static void draw_tunnels(const struct dungeon *dungeon, char *tiles, size_t stride, char floor)
{
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = dungeon->room_count; i < count; i++) {
		struct area area = dungeon_area(dungeon, i);
		char *corner = tiles + area.y1 * stride + area.x1;
		if (area.y1 == area.y2)
			memset(corner, floor, area_width(area));
		else
			for (uint32_t y = 0; y < area_height(area); y++)
				corner[y * stride] = floor;
	}
}

size_t rows_whole_slack(size_t stride)
{
	return CHUNK * (stride + 2);
}

void rows_draw_whole(const struct dungeon *dungeon, const struct row_bytes *with, char *bytes)
{
	const struct recipe *recipe = &dungeon->recipe;
	size_t end_length = strlen(with->end), stride = recipe->width + end_length, length = stride * recipe->height;
	memset(bytes, with->kind[TILE_WALL], recipe->width);
	memcpy(bytes + recipe->width, with->end, end_length);
	for (size_t done = stride; done < length; done *= 2)
		memcpy(bytes + done, bytes, done < length - done ? done : length - done);

	chunk floor = none + (int8_t)with->kind[TILE_FLOOR];
	draw_rooms(dungeon, bytes, stride, floor);
	draw_tunnels(dungeon, bytes, stride, with->kind[TILE_FLOOR]);
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		bytes[dungeon->doors[i].at.y * stride + dungeon->doors[i].at.x] = with->kind[TILE_DOOR];
}
