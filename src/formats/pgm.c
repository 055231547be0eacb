/* SPDX-License-Identifier: MIT */
/* A gray image of netpbm's raw kind, P5: one pixel per tile, wall black, floor white. */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

enum { HEADER_MOST = 64 }; /* bytes */

static const struct tile_spelling spelling = {
	.kind = {[TILE_WALL] = '\0', [TILE_FLOOR] = '\377', [TILE_DOOR] = '\200'},
	.before = "",
	.between = "",
	.after = "",
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
	return tiles_write_list(writer->state, dungeon, &spelling, writer->output);
}

const struct format format_pgm = {
	.name = "pgm",
	.extensions = {{"pgm", false}},
	.summary = "grayscale image, one pixel per tile: black wall",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
