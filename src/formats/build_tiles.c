/* SPDX-License-Identifier: MIT */
/* The part of the builder that has to do with tiles: row by row, or all at once. */
#include "formats/build.h"

#include <inttypes.h>
#include <string.h>

enum {
	/*
	 * The most tiles for each byte of the input. Short rows below a long row are mostly wall
	 * that the input does not have.
	 */
	TILES_PER_BYTE = 256,
};

char *build_row(struct builder *builder, size_t length_max)
{
	const uint64_t tile_count = builder->tile_count + length_max;
	if (tile_count > READER_TILES_MAX || length_max > INT32_MAX ||
	    builder->row_count == INT32_MAX)
		build_refuse(builder, NULL,
			     "row %" PRIu32 ": a map that is read has at most %" PRIu32 " tiles",
			     builder->row_count + 1, READER_TILES_MAX);
	if (builder->result != READ_MAP)
		return NULL;
	/* Even an empty row needs a pointer that is not NULL. */
	if (!build_need(builder, array_reserve(builder->map, tiles, tile_count + 1)))
		return NULL;
	const uint64_t row_count = (uint64_t)builder->row_count + 1;
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

static void drop_empty_rows(struct builder *builder)
{
	while (builder->row_count > 0 && builder->lengths[builder->row_count - 1] == 0)
		builder->row_count--;
}

/* Refuses rows that would be mostly wall which the file does not have. */
static bool check_filled_size(struct builder *builder, uint64_t filled_count)
{
	const uint64_t byte_count = builder->reader->input->total;
	const bool is_filled = filled_count > builder->tile_count;
	const bool is_mostly_wall = is_filled && filled_count / TILES_PER_BYTE > byte_count;
	if (filled_count <= READER_TILES_MAX && !is_mostly_wall)
		return true;
	return build_refuse(builder, NULL,
			    "its rows differ too much; filled up with wall, it would be a "
			    "map of %" PRIu32 "x%" PRIu32,
			    builder->columns, builder->row_count);
}

/* Moves all rows to their places and fills them up with wall. */
static void fill_rows(struct builder *builder)
{
	char *tiles = builder->map->tiles;
	const size_t width = builder->columns;
	uint64_t left_count = builder->tile_count;
	/* Start with the last row, because each row moves over the rows that follow it. */
	for (uint32_t y = builder->row_count; left_count < y * (uint64_t)width;) {
		const size_t length = builder->lengths[--y];
		char *row = tiles + y * width;
		left_count -= length;
		memmove(row, tiles + left_count, length);
		memset(row + length, TILE_WALL, width - length);
	}
}

bool build_rows_end(struct builder *builder)
{
	struct recipe *recipe = &builder->map->recipe;
	if (builder->row_count < recipe->height)
		return build_refuse(builder, NULL, "ends after %" PRIu32 " of %" PRIu32 " rows",
				    builder->row_count, recipe->height);
	if (builder->result != READ_MAP)
		return false;
	drop_empty_rows(builder);
	const uint64_t filled_count = (uint64_t)builder->columns * builder->row_count;
	if (filled_count == 0)
		return build_refuse(builder, NULL, "has no tiles");
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
	map->recipe.doors = memchr(map->tiles, TILE_DOOR, tile_count) != NULL;
	map->stores_tiles = true;
	return true;
}
