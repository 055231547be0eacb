/* SPDX-License-Identifier: MIT */
#include "dungeon/rows_private.h"

#include <string.h>

enum { CHUNK = 16 }; /* tiles that are drawn at once; there is memory for so many past the map */

/* What floor is drawn with. */
struct brush {
	char chunk[CHUNK];
};

/*
 * Draws what is at most CHUNK wide. A branch on the width would mispredict, which costs more than writing back the
 * tiles that stay as they are.
 */
static void draw_narrow(char *tiles, size_t stride, struct area area, struct brush brush)
{
	static const unsigned char masks[2 * CHUNK] = {255, 255, 255, 255, 255, 255, 255, 255,
						       255, 255, 255, 255, 255, 255, 255, 255};
	uint64_t floor[2], mask[2];
	memcpy(floor, brush.chunk, CHUNK);
	memcpy(mask, masks + CHUNK - area.width, CHUNK);
	char *row = tiles + area.y * stride + area.x;
	for (uint32_t y = 0; y < area.height; y++, row += stride) {
		uint64_t old[2];
		memcpy(old, row, CHUNK);
		old[0] = (old[0] & ~mask[0]) | (floor[0] & mask[0]);
		old[1] = (old[1] & ~mask[1]) | (floor[1] & mask[1]);
		memcpy(row, old, CHUNK);
	}
}

/* Draws what is wider, in chunks of which the last ends with the area. */
static void draw_wide(char *tiles, size_t stride, struct area area, struct brush brush)
{
	char *row = tiles + area.y * stride + area.x;
	for (uint32_t y = 0; y < area.height; y++, row += stride) {
		for (uint32_t x = 0; x < area.width - CHUNK; x += CHUNK)
			memcpy(row + x, brush.chunk, CHUNK);
		memcpy(row + area.width - CHUNK, brush.chunk, CHUNK);
	}
}

static void draw_column(char *tiles, size_t stride, struct area area, struct brush brush)
{
	char *tile = tiles + area.y * stride + area.x;
	for (uint32_t y = 0; y < area.height; y++, tile += stride)
		*tile = brush.chunk[0];
}

static void draw_area(char *tiles, size_t stride, struct area area, struct brush brush)
{
	if (area.width == 1)
		draw_column(tiles, stride, area, brush);
	else if (area.width <= CHUNK)
		draw_narrow(tiles, stride, area, brush);
	else
		draw_wide(tiles, stride, area, brush);
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
	if (!rows_reserve(rows, dungeon->recipe.height, CHUNK))
		return false;
	size_t stride = rows_stride(rows);
	draw_walls(rows, stride);

	char *tiles = rows_tiles(rows);
	struct brush brush;
	memset(brush.chunk, rows_code(rows, TILE_FLOOR), CHUNK);
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = 0; i < count; i++)
		draw_area(tiles, stride, dungeon_area(dungeon, i), brush);
	for (size_t i = 0; i < plan->mark_count; i++) {
		struct mark mark = plan->marks[i];
		tiles[mark.at.y * stride + mark.at.x] = rows_code(rows, mark.glyph);
	}
	rows->whole_length = rows_indexed(rows) ? complete_all(rows, stride) : stride * dungeon->recipe.height;
	return true;
}
