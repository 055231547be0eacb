/* SPDX-License-Identifier: MIT */
#include "formats/tiles.h"

#include <string.h>

/* Copies the tiles of a row, each followed by a separator. */
static void separate(char *restrict text, const char *restrict tiles, size_t width, char separator)
{
	for (size_t x = 0; x < width; x++) {
		text[2 * x] = tiles[x];
		text[2 * x + 1] = separator;
	}
}

bool tiles_write(struct writer *writer, const struct map *map, unsigned show,
		 const struct tile_spelling *spelling)
{
	struct output *output = writer->output;
	if (!marks_start(&writer->marks, map, show, spelling->symbol,
			 spelling->separator ? "" : spelling->between, writer->watch))
		return false;
	/* Of a row as it is written; `between` is not written after the last one. */
	size_t width = map->recipe.width, between = strlen(spelling->between);
	size_t length = (spelling->separator ? 2 * width - 1 : width) + between;
	/* One byte more, for the separator after the last tile, which `between` overwrites. */
	if (spelling->separator && !array_reserve(writer, bytes, length + UINT64_C(1)))
		return false;
	uint32_t left = map->recipe.height, count;
	for (const char *rows; !output->error && (rows = marks_next(&writer->marks, &count));) {
		left -= count;
		const size_t after_last = left == 0 ? between : 0;
		if (!spelling->separator)
			output_write(output, rows, count * length - after_last);
		for (; spelling->separator && count > 0; count--, rows += width) {
			separate(writer->bytes, rows, width, spelling->separator);
			memcpy(writer->bytes + length - between, spelling->between, between);
			output_write(output, writer->bytes,
				     count > 1 ? length : length - after_last);
		}
	}
	output_text(output, spelling->after ? spelling->after : spelling->between);
	return true;
}
