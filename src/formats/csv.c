/* SPDX-License-Identifier: MIT */
/* A line a row and a number a tile, with commas between them: what Tiled exports as CSV, and spreadsheets read. */
#include "formats/format.h"
#include "formats/tiles.h"

static const struct glyph glyphs[TILE_KINDS] = {
	[TILE_WALL] = {"0,", 2},
	[TILE_FLOOR] = {"1,", 2},
	[TILE_DOOR] = {"2,", 2},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.glyphs = glyphs,
		.glyph_count = TILE_KINDS,
		.trim = 1,
	};
	return tiles_write(writer->state, &plan, writer->output);
}

const struct format format_csv = {
	.name = "csv",
	.extensions = {{"csv", true}},
	.summary = "one line per row, comma-separated: 0 wall, 1 floor, 2 door",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
