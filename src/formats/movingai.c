/* SPDX-License-Identifier: MIT */
/* The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

enum { HEADER_MOST = 64 }; /* bytes */

static const struct tile_spelling spelling = {
	.kind = {[TILE_WALL] = '@', [TILE_FLOOR] = '.', [TILE_DOOR] = '.'},
	.before = "",
	.between = "\n",
	.after = "\n",
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
	return tiles_write_list(writer->state, dungeon, &spelling, writer->output);
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {{"map", false}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
