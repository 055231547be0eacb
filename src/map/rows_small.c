/* SPDX-License-Identifier: MIT */
/*
 * Why this exists: a small map has few tiles, and the sweep of rows.c spends most of its time on
 * sorting rooms and on unpredictable branches. Drawing into memory needs a few stores for each room
 * and tunnel. A batch of 100,000 maps needs 0.32 s instead of 0.65 s with the sweep, measured with
 * tests/bench/bench.py.
 */
#include "map/rows_small.h"

#include <string.h>

enum {
	BYTES_MAX = 1 << 18,         /* size of a map that stays in the second-level cache */
	TUNNELS_PER_COLUMN_MAX = 16, /* with more tunnels, a sweep is faster */
};

/*
 * The sizes of rooms are unpredictable, and a mispredicted branch costs more than a few tiles. So
 * small rooms are drawn in steps of constant size, and the tiles past their ends keep their values.
 * This requires CHUNK more rows and two more chunks after the map.
 */
enum { CHUNK = 16 /* tiles of a row */ };

typedef int8_t chunk __attribute__((vector_size(CHUNK)));
static const chunk zeros;
static const chunk lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/*
 * Draws an area that is at most CHUNK tiles wide and at most `row_count` rows high. Its first tile
 * is *row. Goes through row_count rows, however high the area is.
 */
static void draw_small_area(char *row, size_t stride, struct area area, uint32_t row_count,
			    chunk floor)
{
	const chunk column_mask = lane_numbers < zeros + (int8_t)area_width(area);
	/* This is a vector because compilers turn a comparison of two numbers into a branch. */
	chunk rows_left = zeros + (int8_t)area_height(area);
	for (uint32_t y = 0; y < row_count; y++) {
		const chunk mask = column_mask & (rows_left > zeros);
		chunk tiles;
		memcpy(&tiles, row, CHUNK);
		tiles ^= (tiles ^ floor) & mask;
		memcpy(row, &tiles, CHUNK);
		row += stride;
		rows_left -= 1;
	}
}

/* Draws the floor of all rooms. */
static void draw_rooms(const struct map *map, char *bytes, size_t stride, chunk floor)
{
	/*
	 * All small rooms are drawn with the same number of rows. The end of a loop with the height
	 * of each room would be mispredicted.
	 */
	const uint32_t row_count = lesser(map->recipe.room_max, CHUNK);
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area area = room_floor(map->rooms[i]);
		const uint32_t width = area_width(area);
		const uint32_t height = area_height(area);
		char *row = bytes + area.y1 * stride + area.x1;
		if (width <= CHUNK && height <= row_count) {
			draw_small_area(row, stride, area, row_count, floor);
			continue;
		}
		for (uint32_t y = 0; y < height; y++)
			memset(row + y * stride, floor[0], width);
	}
}

/* Draws all legs of tunnels, tile by tile. */
static void draw_tunnels(const struct map *map, char *bytes, size_t stride, char floor)
{
	for (uint32_t i = map->room_count; i < map_area_count(map); i++) {
		const struct area area = map_area(map, i);
		const uint32_t width = area_width(area);
		const uint32_t length = greater(width, area_height(area));
		/*
		 * Rows and columns alternate as the coins fall. A branch between them would be
		 * mispredicted, so both use the same loop.
		 */
		const size_t step = width == length ? 1 : stride;
		char *tile = bytes + area.y1 * stride + area.x1;
		for (uint32_t k = 0; k < length; k++) {
			*tile = floor;
			tile += step;
		}
	}
}

bool rows_small_suits(const struct map *map, size_t stride)
{
	if ((uint64_t)stride * map->recipe.height > BYTES_MAX)
		return false;
	return map->tunnel_count / TUNNELS_PER_COLUMN_MAX <= map->recipe.width;
}

uint64_t rows_small_length(const struct map *map, size_t stride)
{
	const uint64_t map_length = (uint64_t)stride * map->recipe.height;
	const uint64_t past_map = CHUNK * ((uint64_t)stride + 2);
	return map_length + past_map;
}

void rows_small_draw(const struct map *map, const char kind[TILE_KINDS], const char *end,
		     size_t stride, char *bytes)
{
	const size_t width = map->recipe.width;
	const size_t length = stride * map->recipe.height;
	const char floor = kind[TILE_FLOOR];
	/* Draw a row of wall, and then double the rows that are drawn. */
	memset(bytes, kind[TILE_WALL], width);
	memcpy(bytes + width, end, stride - width);
	for (size_t drawn = stride; drawn < length; drawn *= 2) {
		const size_t missing = length - drawn;
		memcpy(bytes + drawn, bytes, drawn < missing ? drawn : missing);
	}
	draw_rooms(map, bytes, stride, zeros + (int8_t)floor);
	draw_tunnels(map, bytes, stride, floor);
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct point at = map->doors[i].at;
		bytes[at.y * stride + at.x] = kind[TILE_DOOR];
	}
}
