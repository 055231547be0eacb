/* SPDX-License-Identifier: MIT */
#include "formats/tiles.h"

#include <string.h>

/* Rows as they are written: `length` bytes each, of which the last `between` are not written after the last row. */
struct layout {
	size_t width, length, between;
};

static void separate(char *restrict text, const char *restrict tiles, size_t width, char separator)
{
	for (size_t x = 0; x < width; x++) {
		text[2 * x] = tiles[x];
		text[2 * x + 1] = separator;
	}
}

/* Puts separators between the tiles of a band, and what is between rows after each. Returns NULL if out of memory. */
static char *spell(struct rows *rows, const struct band *band, const struct tile_spelling *spelling,
		   struct layout layout)
{
	/* The last separator of a row is overwritten. */
	if (!array_reserve(rows, text, (uint64_t)band->rows * layout.length + 1))
		return NULL;
	for (size_t row = 0; row < band->rows; row++) {
		char *text = rows->text + row * layout.length;
		separate(text, band->bytes + row * layout.width, layout.width, spelling->separator);
		memcpy(text + layout.length - layout.between, spelling->between, layout.between);
	}
	return rows->text;
}

bool tiles_write_list(struct rows *rows, const struct dungeon *dungeon, const struct tile_spelling *spelling,
		      struct output *output)
{
	struct row_bytes bytes = {.end = spelling->separator ? "" : spelling->between};
	memcpy(bytes.kind, spelling->kind, sizeof bytes.kind);
	struct layout layout = {.width = dungeon->recipe.width, .between = strlen(spelling->between)};
	layout.length = layout.width + layout.between;
	if (spelling->separator)
		layout.length += layout.width - 1;
	if (!rows_start(rows, dungeon, &bytes))
		return false;
	output_text(output, spelling->before);
	struct band band;
	while (!output->error && rows_next(rows, &band)) {
		const char *text = spelling->separator ? spell(rows, &band, spelling, layout) : band.bytes;
		if (!text)
			return false;
		size_t length = band.rows * layout.length;
		bool last = rows->y == dungeon->recipe.height;
		output_repeat(output, text, length, band.times - last);
		if (last)
			output_write(output, text, length - layout.between);
	}
	output_text(output, spelling->after);
	return true;
}

void tiles_end(void *rows)
{
	rows_free(rows);
}
