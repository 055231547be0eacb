/* SPDX-License-Identifier: MIT */
/* The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

static const struct tile_spelling spelling = {
	.kind = {[TILE_WALL] = '@', [TILE_FLOOR] = '.', [TILE_DOOR] = '.'},
	.before = "",
	.between = "\n",
	.after = "\n",
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_pair(cursor, "type octile\nheight ", dungeon->recipe.height);
	cursor = put_pair(cursor, "\nwidth ", dungeon->recipe.width);
	cursor_end(put_text(cursor, "\nmap\n"));
	return tiles_write_list(writer->state, dungeon, &spelling, writer->output);
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {{"map", true}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
