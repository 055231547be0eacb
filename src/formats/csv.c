/* SPDX-License-Identifier: MIT */
/* One line per row, one number per tile, comma-separated: what Tiled exports as CSV, and spreadsheets read. */
#include "formats/format.h"
#include "formats/tiles.h"

static const struct tile_spelling spelling = {
	.kind = {[TILE_WALL] = '0', [TILE_FLOOR] = '1', [TILE_DOOR] = '2'},
	.separator = ',',
	.before = "",
	.between = "\n",
	.after = "\n",
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	return tiles_write_list(writer->state, dungeon, &spelling, writer->output);
}

const struct format format_csv = {
	.name = "csv",
	.extensions = {{"csv", true}},
	.summary = "one line per row, comma-separated: 0 wall, 1 floor, 2 door",
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
