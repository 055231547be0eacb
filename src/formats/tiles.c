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

bool tiles_write(struct writer *writer, const struct dungeon *dungeon, unsigned show,
		 const struct tile_spelling *spelling)
{
	struct output *output = writer->output;
	if (!marks_start(&writer->marks, dungeon, show, spelling->symbol, spelling->separator ? "" : spelling->between))
		return false;
	/* Of a row as it is written; `between` is not written after the last one. */
	size_t width = dungeon->recipe.width, between = strlen(spelling->between);
	size_t length = (spelling->separator ? 2 * width - 1 : width) + between;
	uint32_t left = dungeon->recipe.height;
	struct band band;
	while (!output->error && marks_next(&writer->marks, &band)) {
		const char *text = band.bytes;
		if (spelling->separator) {
			/* One byte more, for the separator after the last tile, which `between` overwrites. */
			if (!array_reserve(writer, bytes, (uint64_t)band.rows * length + 1))
				return false;
			for (size_t row = 0; row < band.rows; row++) {
				char *end = writer->bytes + (row + 1) * length;
				separate(end - length, band.bytes + row * band.stride, width, spelling->separator);
				memcpy(end - between, spelling->between, between);
			}
			text = writer->bytes;
		}
		left -= band.rows * band.times;
		output_repeat(output, text, band.rows * length, band.times - (left == 0));
		if (left == 0)
			output_write(output, text, band.rows * length - between);
	}
	output_text(output, spelling->after);
	return true;
}
