/* SPDX-License-Identifier: MIT */
/* A gray image of netpbm's raw kind, P5: a pixel a tile, wall black, floor white. */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

enum { HEADER_MOST = 64 }; /* bytes */

static const struct glyph glyphs[TILE_KINDS] = {
	[TILE_WALL] = {"\0", 1},
	[TILE_FLOOR] = {"\377", 1},
	[TILE_DOOR] = {"\200", 1},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	char *start = output_reserve(writer->output, HEADER_MOST);
	char *at = PUT(start, "P5\n");
	at = put_number(at, dungeon->recipe.width);
	at = PUT(at, " ");
	at = put_number(at, dungeon->recipe.height);
	at = PUT(at, "\n255\n");
	output_advance(writer->output, (size_t)(at - start));
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
	.extensions = {{"pgm", true}},
	.summary = "grayscale image, one pixel per tile: black wall",
	.picture = true,
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
