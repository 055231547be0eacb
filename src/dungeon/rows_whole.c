/* SPDX-License-Identifier: MIT */
#include "dungeon/rows_private.h"

#include <string.h>

/*
 * How large rooms and tunnels are is unpredictable, and a mispredicted branch takes longer than a few tiles. So tiles
 * are drawn in chunks and steps of constant size, and those past the end of an area are written back as they were.
 */

enum {
	CHUNK = 16,      /* tiles of a row */
	COLUMN_STEP = 8, /* tiles of a column */
};

typedef int8_t chunk __attribute__((vector_size(CHUNK)));
static const chunk none, lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Draws floor where the mask is set. */
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
	chunk mask = lane_numbers < none + (int8_t)area.width;
	/* A vector, since compilers turn a comparison of two numbers into a branch. */
	chunk left = none + (int8_t)area.height;
	for (uint32_t y = 0; y < height; y++, row += stride, left -= 1)
		draw_chunk(row, mask & (left > none), floor);
}

static void draw_row(char *row, uint32_t width, chunk floor)
{
	if (width > 2 * CHUNK) {
		for (uint32_t x = 0; x < width - CHUNK; x += CHUNK)
			memcpy(row + x, &floor, CHUNK);
		memcpy(row + width - CHUNK, &floor, CHUNK);
		return;
	}
	chunk end = none + (int8_t)width;
	draw_chunk(row, lane_numbers < end, floor);
	draw_chunk(row + CHUNK, lane_numbers + CHUNK < end, floor);
}

static void draw_column(char *tile, size_t stride, uint32_t height, chunk floor)
{
	for (uint32_t y = 0; y < height; y += COLUMN_STEP)
		for (uint32_t i = 0; i < COLUMN_STEP; i++, tile += stride)
			*tile = y + i < height ? (char)floor[0] : *tile;
}

static void draw_rooms(const struct rows *rows, char *tiles, size_t stride, chunk floor)
{
	const struct dungeon *dungeon = rows->plan.dungeon;
	/* The rows to draw of a small room, the same for all of them. */
	uint32_t height = dungeon->recipe.room_max - 1 < CHUNK ? dungeon->recipe.room_max - 1 : CHUNK;
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area area = room_floor(dungeon->rooms[i]);
		char *corner = tiles + area.y * stride + area.x;
		if (area.width <= CHUNK && area.height <= height)
			draw_small(corner, stride, area, height, floor);
		else
			for (uint32_t y = 0; y < area.height; y++)
				draw_row(corner + y * stride, area.width, floor);
	}
}

static void draw_tunnels(const struct rows *rows, char *tiles, size_t stride, chunk floor)
{
	const struct dungeon *dungeon = rows->plan.dungeon;
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = dungeon->room_count; i < count; i++) {
		struct area area = dungeon_area(dungeon, i);
		if (area.height == 1)
			draw_row(tiles + area.y * stride + area.x, area.width, floor);
		else
			draw_column(tiles + area.y * stride + area.x, stride, area.height, floor);
	}
}

/* Fills all rows with wall; where glyphs are one byte, also what the rows begin and end with. */
static void draw_walls(struct rows *rows, size_t stride)
{
	const struct recipe *recipe = &rows->plan.dungeon->recipe;
	char *tiles = rows_tiles(rows), *first = tiles;
	memset(tiles, rows_code(rows, TILE_WALL), recipe->width);
	if (!rows_indexed(rows)) {
		first = rows->bytes;
		rows_complete(rows, first, tiles);
	}
	size_t length = stride * recipe->height;
	for (size_t done = stride; done < length; done *= 2)
		memcpy(first + done, first, done < length - done ? done : length - done);
}

/* Spells out the glyphs of all rows; returns how many bytes they are. */
static size_t complete_all(struct rows *rows, size_t stride)
{
	char *end = rows->bytes;
	for (uint32_t y = 0; y < rows->plan.dungeon->recipe.height; y++)
		end = rows_complete(rows, end, rows->drawing + y * stride);
	return (size_t)(end - rows->bytes);
}

bool rows_start_whole(struct rows *rows, const struct rows_plan *plan)
{
	const struct dungeon *dungeon = plan->dungeon;
	rows_reset(rows, plan);
	rows->whole = true;
	/* As much as may be written back behind the last tile, by each of the functions above. */
	size_t stride = rows_stride(rows), slack = CHUNK * (stride + 2);
	if (!rows_reserve(rows, dungeon->recipe.height, slack))
		return false;
	draw_walls(rows, stride);

	char *tiles = rows_tiles(rows);
	chunk floor = none + (int8_t)rows_code(rows, TILE_FLOOR);
	draw_rooms(rows, tiles, stride, floor);
	draw_tunnels(rows, tiles, stride, floor);
	for (uint32_t i = 0; i < dungeon->door_count; i++) {
		struct point at = dungeon->doors[i].at;
		tiles[at.y * stride + at.x] = rows_code(rows, TILE_DOOR);
	}
	for (size_t i = 0; i < plan->mark_count; i++) {
		struct mark mark = plan->marks[i];
		tiles[mark.at.y * stride + mark.at.x] = rows_code(rows, mark.glyph);
	}
	rows->whole_length = rows_indexed(rows) ? complete_all(rows, stride) : stride * dungeon->recipe.height;
	return true;
}
