/* SPDX-License-Identifier: MIT */
/* A gray image of netpbm's raw kind, P5: one pixel per tile, wall black, floor white. */
#include "formats/format.h"
#include "formats/tiles.h"
#include "formats/writer.h"

static const struct tile_spelling pgm_spelling = {
	.bytes = {[TILE_WALL] = '\0', [TILE_FLOOR] = '\377', [TILE_DOOR] = '\200'},
	.row_separator = "",
};

static bool pgm_write(struct writer *writer, const struct map *map)
{
	output_print(writer->output, "P5\n%u %u\n255\n", map->recipe.width, map->recipe.height);
	return tiles_write(writer, map, 0, &pgm_spelling);
}

const struct format format_pgm = {
	.name = "pgm",
	.group = "picture",
	.extensions = {"pgm"},
	.extension_of_one = "pgm",
	.summary = "grayscale image, one pixel per tile: black wall",
	.is_binary = true,
	.write = pgm_write,
	.magics = {"P5", "P2"},
};
