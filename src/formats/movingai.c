/* SPDX-License-Identifier: MIT */
/* The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

static const struct glyph glyphs[TILE_KINDS] = {
	[TILE_WALL] = {"@", 1},
	[TILE_FLOOR] = {".", 1},
	[TILE_DOOR] = {".", 1},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_pair(cursor, "type octile\nheight ", dungeon->recipe.height);
	cursor = put_pair(cursor, "\nwidth ", dungeon->recipe.width);
	cursor_end(put_text(cursor, "\nmap\n"));
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.glyphs = glyphs,
		.glyph_count = TILE_KINDS,
	};
	return tiles_write(writer->state, &plan, writer->output);
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {{"map", false}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
