/* SPDX-License-Identifier: MIT */
#include "formats/tiles.h"

#include <string.h>

/*
 * Writes rows as they are, except for the row separator after the last row. The rows end with the
 * separator already, because marks_start got it as their end.
 */
static void write_joined(struct writer *writer, const struct tile_spelling *spelling)
{
	struct output *output = writer->output;
	const size_t stride = writer->marks.rows.stride;
	uint32_t rows_left = writer->marks.rows.map->recipe.height;
	uint32_t count;
	const char *rows;
	while (!output->error && (rows = marks_next(&writer->marks, &count))) {
		size_t length = count * stride;
		rows_left -= count;
		if (rows_left == 0)
			length -= strlen(spelling->row_separator);
		output_write(output, rows, length);
	}
}

/* Copies the tiles of a row, each followed by a separator. */
static void separate_tiles(char *restrict text, const char *restrict tiles, size_t width,
			   char separator)
{
	for (size_t x = 0; x < width; x++) {
		text[2 * x] = tiles[x];
		text[2 * x + 1] = separator;
	}
}

/* Writes rows with a separator between tiles. Returns false if out of memory. */
static bool write_separated(struct writer *writer, const struct tile_spelling *spelling)
{
	struct output *output = writer->output;
	const size_t width = writer->marks.rows.map->recipe.width;
	const size_t tiles_length = 2 * width - 1;
	const size_t separator_length = strlen(spelling->row_separator);
	uint32_t rows_left = writer->marks.rows.map->recipe.height;
	uint32_t count;
	const char *rows;
	/* One byte more, since separate_tiles also adds a separator to the last tile. */
	if (!array_reserve(writer, scratch, tiles_length + separator_length + UINT64_C(1)))
		return false;
	while (!output->error && (rows = marks_next(&writer->marks, &count))) {
		for (uint32_t i = 0; i < count; i++) {
			size_t length = tiles_length;
			separate_tiles(writer->scratch, rows + i * width, width,
				       spelling->tile_separator);
			rows_left--;
			if (rows_left > 0) {
				memcpy(writer->scratch + length, spelling->row_separator,
				       separator_length);
				length += separator_length;
			}
			output_write(output, writer->scratch, length);
		}
	}
	return true;
}

bool tiles_write(struct writer *writer, const struct map *map, unsigned show,
		 const struct tile_spelling *spelling)
{
	const char *row_end = spelling->tile_separator ? "" : spelling->row_separator;
	const struct route *route = spelling->bytes[SYMBOL_ROUTE] ? writer->route : NULL;
	if (!marks_start(&writer->marks, map, show, route, spelling->bytes, row_end))
		return false;
	if (!spelling->tile_separator)
		write_joined(writer, spelling);
	else if (!write_separated(writer, spelling))
		return false;
	output_text(writer->output,
		    spelling->last_row_end ? spelling->last_row_end : spelling->row_separator);
	return true;
}
