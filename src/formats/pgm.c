/* SPDX-License-Identifier: MIT */
/* A gray image of netpbm's raw kind, P5: one pixel per tile, wall black, floor white. */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

static const struct tile_spelling pgm_spelling = {
	.bytes = {[TILE_WALL] = '\0', [TILE_FLOOR] = '\377', [TILE_DOOR] = '\200'},
	.row_separator = "",
};

static bool pgm_write(struct writer *writer, const struct map *map)
{
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_number(cursor, "P5\n", map->recipe.width);
	cursor = put_number(cursor, " ", map->recipe.height);
	cursor = put_text(cursor, "\n255\n");
	cursor_end(cursor);
	return tiles_write(writer, map, 0, &pgm_spelling);
}

const struct format format_pgm = {
	.name = "pgm",
	.extensions = {{"pgm", true}},
	.summary = "grayscale image, one pixel per tile: black wall",
	.binary = true,
	.write = pgm_write,
	.magics = {"P5"},
};
