/* SPDX-License-Identifier: MIT */
/* The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

enum { HEADER_MOST = 64 }; /* bytes */

static const struct glyph glyphs[TILE_KINDS] = {
	[TILE_WALL] = {"@", 1},
	[TILE_FLOOR] = {".", 1},
	[TILE_DOOR] = {".", 1},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	char *start = output_reserve(writer->output, HEADER_MOST);
	char *at = PUT(start, "type octile\nheight ");
	at = put_number(at, dungeon->recipe.height);
	at = PUT(at, "\nwidth ");
	at = put_number(at, dungeon->recipe.width);
	at = PUT(at, "\nmap\n");
	output_advance(writer->output, (size_t)(at - start));
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
	.extensions = {{"map", true}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
