/* SPDX-License-Identifier: MIT */
/* The part of the builder for tiles, which come row by row or all at once. */
#include "formats/build.h"

#include <inttypes.h>
#include <string.h>

enum {
	/*
	 * The most tiles for each byte of the input. Otherwise a small file with one long row and
	 * many short rows would need any amount of memory.
	 */
	TILES_PER_BYTE = 256,
};

/* Refuses the map because of the size that it has with the next row. */
static void refuse_row(struct builder *builder)
{
	build_refuse(builder, NULL,
		     "must have at most %" PRIu32 " tiles, but row %" PRIu32 " exceeds this limit",
		     READER_TILES_MAX, builder->row_count + 1);
}

char *build_row(struct builder *builder, size_t length_max)
{
	const uint64_t tile_count = builder->tile_count + length_max;
	const uint64_t row_count = (uint64_t)builder->row_count + 1;
	if (tile_count > READER_TILES_MAX || length_max > INT32_MAX || row_count > INT32_MAX)
		refuse_row(builder);
	if (builder->result != READ_MAP)
		return NULL;
	/* With one tile more, the pointer is not NULL even if the first row is empty. */
	if (!build_need(builder, array_reserve(builder->map, tiles, tile_count + 1)))
		return NULL;
	if (!build_need(builder, array_reserve(builder, lengths, row_count)))
		return NULL;
	return builder->map->tiles + builder->tile_count;
}

void build_row_end(struct builder *builder, size_t length)
{
	builder->tile_count += length;
	builder->lengths[builder->row_count++] = (uint32_t)length;
	builder->columns = greater(builder->columns, (uint32_t)length);
}

/* Drops empty rows at the end. */
static void drop_empty_rows(struct builder *builder)
{
	while (builder->row_count > 0 && builder->lengths[builder->row_count - 1] == 0)
		builder->row_count--;
}

/* Refuses rows that would need too many tiles if they were filled up with wall. */
static bool check_filled_size(struct builder *builder, uint64_t filled_count)
{
	const uint64_t byte_count = builder->reader->input->total;
	const bool is_filled = filled_count > builder->tile_count;
	const bool is_mostly_wall = is_filled && filled_count / TILES_PER_BYTE > byte_count;
	if (filled_count <= READER_TILES_MAX && !is_mostly_wall)
		return true;
	return build_refuse(builder, NULL,
			    "the lengths of the rows differ too much for a map of %" PRIu32
			    "x%" PRIu32,
			    builder->columns, builder->row_count);
}

/*
 * Moves each row to its place and fills it up with wall. The rows lie close together at first. The
 * loop starts with the last row, because a row moves over the rows that follow it, and ends when
 * all rows above are as wide as the map.
 */
static void fill_rows(struct builder *builder)
{
	char *tiles = builder->map->tiles;
	const size_t width = builder->columns;
	uint64_t unmoved_count = builder->tile_count;
	uint32_t y = builder->row_count;
	while (unmoved_count < y * (uint64_t)width) {
		y--;
		const size_t length = builder->lengths[y];
		char *row = tiles + y * width;
		unmoved_count -= length;
		memmove(row, tiles + unmoved_count, length);
		memset(row + length, TILE_WALL, width - length);
	}
}

bool build_rows_end(struct builder *builder)
{
	struct recipe *recipe = &builder->map->recipe;
	if (builder->row_count < recipe->height)
		return build_refuse(builder, NULL, "expected %" PRIu32 " rows, found %" PRIu32,
				    recipe->height, builder->row_count);
	if (builder->result != READ_MAP)
		return false;
	drop_empty_rows(builder);
	const uint64_t filled_count = (uint64_t)builder->columns * builder->row_count;
	if (filled_count == 0)
		return build_refuse(builder, NULL, "does not contain any tiles");
	if (!check_filled_size(builder, filled_count))
		return false;
	if (!build_need(builder, array_reserve(builder->map, tiles, filled_count)))
		return false;
	fill_rows(builder);
	recipe->width = builder->columns;
	recipe->height = builder->row_count;
	return build_tiles_end(builder);
}

char *build_tiles(struct builder *builder)
{
	struct map *map = builder->map;
	if (!build_need(builder, array_reserve(map, tiles, recipe_tiles(&map->recipe))))
		return NULL;
	return map->tiles;
}

bool build_tiles_end(struct builder *builder)
{
	struct map *map = builder->map;
	const size_t tile_count = (size_t)recipe_tiles(&map->recipe);
	if (builder->result != READ_MAP)
		return false;
	if (!memchr(map->tiles, TILE_FLOOR, tile_count)) {
		builder->lacks_floor = true;
		return build_refuse(builder, NULL, "the map has no floor");
	}
	if (!memchr(map->tiles, TILE_WALL, tile_count))
		reader_note(builder->reader, "; ", "the map has no wall");
	map->recipe.doors = memchr(map->tiles, TILE_DOOR, tile_count) != NULL;
	map->stores_tiles = true;
	return true;
}
