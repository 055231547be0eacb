/* SPDX-License-Identifier: MIT */
/*
 * Why this exists: a small map has few tiles, and the sweep of rows.c spends most of its time on
 * sorting rooms and on branches that nobody can predict. Drawing into memory costs a few stores for
 * each room and tunnel. A batch of 100,000 maps takes 0.32 s instead of 0.65 s with the sweep,
 * measured with tests/bench/bench.py.
 */
#include "map/rows_small.h"

#include <string.h>

enum {
	BYTES_MAX = 1 << 18,         /* of a map, so that it stays in the second-level cache */
	TUNNELS_PER_COLUMN_MAX = 16, /* with more tunnels, a sweep is faster */
};

/*
 * The sizes of rooms are unpredictable, and a mispredicted branch costs more than a few tiles. So
 * small rooms are drawn in steps of constant size, and the tiles beyond their ends keep their
 * values. For this, CHUNK rows and two chunks behind the map must be there.
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

/* Draws the floor of all rooms. */
static void draw_rooms(const struct map *map, char *tiles, size_t stride, chunk floor)
{
	/*
	 * Small rooms are all drawn with as many rows, since the end of a loop of their own height
	 * would mispredict.
	 */
	uint32_t height = lesser(map->recipe.room_max, CHUNK);
	for (uint32_t i = 0; i < map->room_count; i++) {
		struct area area = room_floor(map->rooms[i]);
		char *corner = tiles + area.y1 * stride + area.x1;
		if (area_width(area) <= CHUNK && area_height(area) <= height)
			draw_small(corner, stride, area, height, floor);
		else
			for (uint32_t y = 0; y < area_height(area); y++)
				memset(corner + y * stride, floor[0], area_width(area));
	}
}

/* Draws all legs of tunnels, tile by tile. */
static void draw_tunnels(const struct map *map, char *tiles, size_t stride, char floor)
{
	for (uint32_t i = map->room_count; i < map_area_count(map); i++) {
		struct area area = map_area(map, i);
		char *tile = tiles + area.y1 * stride + area.x1;
		uint32_t width = area_width(area), length = greater(width, area_height(area));
		size_t step = width == length ? 1 : stride;
		/*
		 * Rows and columns alternate as coins fall, so telling them apart by a branch would
		 * mispredict.
		 */
		for (uint32_t done = 0; done < length; done++, tile += step)
			*tile = floor;
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
	return (uint64_t)stride * map->recipe.height + CHUNK * ((uint64_t)stride + 2);
}

/* Fills all rows with wall: the first one, then by doubling what is there. */
static void draw_walls(const struct map *map, char wall, const char *end, size_t stride,
		       char *bytes)
{
	const size_t width = map->recipe.width;
	const size_t length = stride * map->recipe.height;
	memset(bytes, wall, width);
	memcpy(bytes + width, end, stride - width);
	for (size_t done = stride; done < length; done *= 2)
		memcpy(bytes + done, bytes, done < length - done ? done : length - done);
}

void rows_small_draw(const struct map *map, const char kind[TILE_KINDS], const char *end,
		     size_t stride, char *bytes)
{
	const char floor = kind[TILE_FLOOR];
	draw_walls(map, kind[TILE_WALL], end, stride, bytes);
	draw_rooms(map, bytes, stride, none + (int8_t)floor);
	draw_tunnels(map, bytes, stride, floor);
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct point at = map->doors[i].at;
		bytes[at.y * stride + at.x] = kind[TILE_DOOR];
	}
}
