/* SPDX-License-Identifier: MIT */
/* A gray image of netpbm's raw kind, P5: a pixel a tile, wall black, floor white. */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

static const struct glyph glyphs[TILE_KINDS] = {
	[TILE_WALL] = {"\0", 1},
	[TILE_FLOOR] = {"\377", 1},
	[TILE_DOOR] = {"\200", 1},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct cursor cursor = put_pair(cursor_begin(writer->output), "P5\n", dungeon->recipe.width);
	cursor = put_pair(cursor, " ", dungeon->recipe.height);
	cursor_end(put_text(cursor, "\n255\n"));
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "",
		.glyphs = glyphs,
		.glyph_count = TILE_KINDS,
	};
	return tiles_write(writer->state, &plan, writer->output);
}

const struct format format_pgm = {
	.name = "pgm",
	.extensions = {{"pgm", false}},
	.summary = "grayscale image, one pixel per tile: black wall",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
