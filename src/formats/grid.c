/* SPDX-License-Identifier: MIT */
#include "formats/grid.h"

#include <inttypes.h>
#include <string.h>

enum {
	TILES_PER_BYTE = 256
}; /* of the input, at most: short rows below a long one are mostly wall that it lacks */

enum read_result grid_reserve(struct reader *reader, size_t most, char **tiles)
{
	struct reader_grid *grid = &reader->grid;
	uint64_t used = grid->used + most;
	if (used > READER_TILES_MAX || most > INT32_MAX || grid->height == INT32_MAX)
		return reader_refuse(
			reader, "row %" PRIu32 ": a map that is read has at most %" PRIu32 " tiles",
			grid->height + 1, READER_TILES_MAX);
	/* An empty row has no tiles, but a place for them. */
	if (!array_reserve(reader->map, tiles, used + 1) ||
	    !array_reserve(grid, lengths, (uint64_t)grid->height + 1))
		return READ_NO_MEMORY;
	*tiles = reader->map->tiles + grid->used;
	return READ_MAP;
}

void grid_add(struct reader *reader, size_t length)
{
	struct reader_grid *grid = &reader->grid;
	grid->used += length;
	grid->lengths[grid->height++] = (uint32_t)length;
	grid->width = greater(grid->width, (uint32_t)length);
}

enum read_result grid_end(struct reader *reader)
{
	struct reader_grid *grid = &reader->grid;
	struct recipe *recipe = &reader->map->recipe;
	size_t width = grid->width;
	if (grid->height < recipe->height)
		return reader_refuse(reader, "ends after %" PRIu32 " of %" PRIu32 " rows",
				     grid->height, recipe->height);
	while (grid->height > 0 && grid->lengths[grid->height - 1] == 0)
		grid->height--;
	uint64_t total = (uint64_t)width * grid->height;
	if (total == 0)
		return reader_refuse(reader, "has no tiles");
	if (total > READER_TILES_MAX ||
	    (total > grid->used && total / TILES_PER_BYTE > reader->input->total))
		return reader_refuse(reader,
				     "its rows differ too much; filled up with wall, it would be a "
				     "map of %" PRIu32 "x%" PRIu32,
				     grid->width, grid->height);
	if (!array_reserve(reader->map, tiles, total))
		return READ_NO_MEMORY;
	/* From the last row on, since a row moves over those behind it. */
	char *tiles = reader->map->tiles;
	for (uint32_t row = grid->height; grid->used < row * (uint64_t)width;) {
		size_t length = grid->lengths[--row];
		grid->used -= length;
		memmove(tiles + row * width, tiles + grid->used, length);
		memset(tiles + row * width + length, TILE_WALL, width - length);
	}
	recipe->width = grid->width;
	recipe->height = grid->height;
	recipe->doors = memchr(tiles, TILE_DOOR, (size_t)total) != NULL;
	return READ_MAP;
}

enum read_result grid_read(struct reader *reader)
{
	enum read_result result = READ_MAP;
	const char *line;
	size_t size, count = 0;
	char *tiles = NULL;
	while (result == READ_MAP && input_line(reader->input, &line, &size)) {
		result = grid_reserve(reader, size, &tiles);
		if (result == READ_MAP)
			result = reader->format->read_row(reader, line, size, tiles, &count);
		if (result == READ_MAP)
			grid_add(reader, count);
	}
	return result == READ_MAP || result == READ_END ? grid_end(reader) : result;
}

bool grid_mark(struct map *map, enum mark_kind kind, struct point at)
{
	bool first = !map->marks[kind].is_set;
	map->marks[kind] = (struct mark){.at = at, .is_set = true, .is_drawn = true};
	return first;
}

void grid_note_letters(struct reader *reader)
{
	const uint64_t letter_count = reader->grid.letter_count;
	if (letter_count == 0)
		return;
	reader->loses = true;
	reader_note(reader, "; ", "not kept: letters on %" PRIu64 " %s", letter_count,
		    letter_count == 1 ? "tile" : "tiles");
}

size_t grid_symbol(const struct style *style, const char *character, size_t length)
{
	for (size_t i = 0; i < GLYPHS; i++)
		if (strlen(style->glyph[i]) == length &&
		    memcmp(style->glyph[i], character, length) == 0)
			return glyph_symbols[i];
	if (*character && strchr(MARKS_LETTERS, *character))
		return SYMBOL_LETTER;
	return *character == ' ' ? TILE_WALL : SYMBOLS;
}
