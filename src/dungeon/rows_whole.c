/* SPDX-License-Identifier: MIT */
#include "dungeon/rows_draw.h"

#include <string.h>

/*
 * The sizes of rooms and tunnels are unpredictable, and a mispredicted branch costs more than a few tiles. So tiles are
 * drawn in steps of constant size, and those beyond the end of an area keep their values.
 */

enum {
	CHUNK = 16,      /* tiles of a row */
	COLUMN_STEP = 8, /* tiles of a column */
};

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

static void draw_row(char *row, uint32_t width, chunk floor)
{
	if (width > 3 * CHUNK) {
		for (uint32_t x = 0; x < width - CHUNK; x += CHUNK)
			memcpy(row + x, &floor, CHUNK);
		memcpy(row + width - CHUNK, &floor, CHUNK);
		return;
	}
	chunk end = none + (int8_t)width;
	draw_chunk(row, lane_numbers < end, floor);
	draw_chunk(row + CHUNK, lane_numbers + CHUNK < end, floor);
	draw_chunk(row + CHUNK + CHUNK, lane_numbers + 2 * CHUNK < end, floor);
}

static void draw_column(char *tile, size_t stride, uint32_t height, chunk floor)
{
	/* The mask is made of a sign, since compilers turn a comparison into a branch. */
	for (int32_t left = (int32_t)height; left > 0; left -= COLUMN_STEP)
		for (int32_t i = 0; i < COLUMN_STEP; i++, tile += stride)
			*tile ^= (char)((*tile ^ floor[0]) & -(int32_t)((uint32_t)(i - left) >> 31));
}

static void draw_rooms(const struct dungeon *dungeon, char *tiles, size_t stride, chunk floor)
{
	/* The rows to draw of a small room, the same for all of them. */
	uint32_t height = dungeon->recipe.room_max - 1 < CHUNK ? dungeon->recipe.room_max - 1 : CHUNK;
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area area = room_floor(dungeon->rooms[i]);
		char *corner = tiles + area.y1 * stride + area.x1;
		if (area_width(area) <= CHUNK && area_height(area) <= height)
			draw_small(corner, stride, area, height, floor);
		else
			for (uint32_t y = 0; y < area_height(area); y++)
				draw_row(corner + y * stride, area_width(area), floor);
	}
}

static void draw_tunnels(const struct dungeon *dungeon, char *tiles, size_t stride, chunk floor)
{
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = dungeon->room_count; i < count; i++) {
		struct area area = dungeon_area(dungeon, i);
		char *corner = tiles + area.y1 * stride + area.x1;
		if (area.y1 == area.y2)
			draw_row(corner, area_width(area), floor);
		else
			draw_column(corner, stride, area_height(area), floor);
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
	draw_tunnels(dungeon, bytes, stride, floor);
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		bytes[dungeon->doors[i].at.y * stride + dungeon->doors[i].at.x] = with->kind[TILE_DOOR];
}
