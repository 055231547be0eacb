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

bool tiles_write_list(struct rows *rows, const struct dungeon *dungeon, const struct tile_spelling *spelling,
		      struct output *output)
{
	struct row_bytes bytes = {.end = spelling->separator ? "" : spelling->between};
	memcpy(bytes.kind, spelling->kind, sizeof bytes.kind);
	if (!rows_start(rows, dungeon, &bytes))
		return false;
	/* Of a row as it is written; `between` is not written after the last one. */
	size_t width = dungeon->recipe.width, between = strlen(spelling->between);
	size_t length = (spelling->separator ? 2 * width - 1 : width) + between;
	output_text(output, spelling->before);
	struct band band;
	while (!output->error && rows_next(rows, &band)) {
		const char *text = band.bytes;
		if (spelling->separator) {
			/* One byte more, for the separator after the last tile, which `between` overwrites. */
			if (!array_reserve(rows, text, (uint64_t)band.rows * length + 1))
				return false;
			for (size_t row = 0; row < band.rows; row++) {
				char *end = rows->text + (row + 1) * length;
				separate(end - length, band.bytes + row * width, width, spelling->separator);
				memcpy(end - between, spelling->between, between);
			}
			text = rows->text;
		}
		bool last = rows->y == dungeon->recipe.height;
		output_repeat(output, text, band.rows * length, band.times - last);
		if (last)
			output_write(output, text, band.rows * length - between);
	}
	output_text(output, spelling->after);
	return true;
}

void tiles_end(void *rows)
{
	rows_free(rows);
}
