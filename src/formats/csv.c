/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one number per tile, comma-separated: what Tiled exports as CSV, and
 * spreadsheets read.
 */
#include "formats/format.h"
#include "formats/grid.h"
#include "formats/tiled.h"
#include "formats/tiles.h"

#include <inttypes.h>

static const struct tile_spelling spelling = {
	.symbol = {[TILE_WALL] = '0', [TILE_FLOOR] = '1', [TILE_DOOR] = '2', [SYMBOL_EXIT] = '3'},
	.separator = ',',
	.between = "\n",
};

static bool write_map(struct writer *writer, const struct map *map)
{
	/* --show does not concern csv: the exit keeps the number that it was read with. */
	const unsigned show = map->marks[MARK_EXIT].is_drawn ? SHOW_EXIT : 0;
	return tiles_write(writer, map, show, &spelling);
}

static enum read_result read_row(struct reader *reader, const char *line, size_t size, char *tiles,
				 size_t *count)
{
	*count = 0;
	for (const char *at = line, *end = line + size; at < end; at++) {
		uint64_t byte = (uint64_t)(at - line) + 1;
		bool none = end - at > 1 && at[0] == '-' &&
			    at[1] == '1'; /* Tiled's tile of an empty cell */
		unsigned kind = none ? TILE_WALL : (unsigned)(*at - '0');
		at += none ? 2 : 1;
		if (kind >= TILESET_TILES || (at < end && *at != ','))
			return reader_refuse(reader,
					     "line %" PRIu64 ", byte %" PRIu64
					     ": takes 0 to 3, for wall, floor, door and exit",
					     reader->input->lines, byte);
		if (kind == TILESET_STAIRS &&
		    !grid_mark(reader->map, MARK_EXIT,
			       (struct point){(uint32_t)*count, reader->grid.height}))
			return reader_refuse(reader,
					     "line %" PRIu64 ", byte %" PRIu64
					     ": a second exit; a map has one",
					     reader->input->lines, byte);
		tiles[(*count)++] = kind == TILESET_STAIRS ? TILE_FLOOR : (char)kind;
	}
	return READ_MAP;
}

const struct format format_csv = {
	.name = "csv",
	.extensions = {{"csv", true}},
	.summary = "one line per row, comma-separated: 0 wall, 1 floor, 2 door",
	.write = write_map,
	.read = grid_read,
	.read_row = read_row,
	.line_of = ",0123456789- \r",
};
