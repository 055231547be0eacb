/* SPDX-License-Identifier: MIT */
#include "dungeon/row_reader.h"

bool row_reader_start(struct row_reader *reader, const struct dungeon *dungeon)
{
	/* A copy: doors that are added while rows are read must not be drawn. */
	reader->view = *dungeon;
	struct rows_plan plan = {
		.dungeon = &reader->view,
		.before = "",
		.after = "",
		.glyphs = tile_glyphs,
		.glyph_count = TILE_KINDS,
	};
	reader->offset = 0;
	reader->band = (struct band){0};
	return rows_start(&reader->rows, &plan);
}

const char *row_reader_next(struct row_reader *reader, uint32_t *times)
{
	size_t width = reader->rows.plan.dungeon->recipe.width;
	if (reader->offset == reader->band.length) {
		if (!rows_next(&reader->rows, &reader->band))
			return NULL;
		reader->offset = 0;
	}
	const char *row = reader->band.bytes + reader->offset;
	reader->offset += width;
	/* A band of several rows is a map that was drawn whole, and stands once. */
	*times = reader->band.times;
	return row;
}

void row_reader_free(struct row_reader *reader)
{
	rows_free(&reader->rows);
}
