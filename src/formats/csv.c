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
#include <string.h>

static const struct tile_spelling spelling = {
	.bytes = {[TILE_WALL] = '0', [TILE_FLOOR] = '1', [TILE_DOOR] = '2', [SYMBOL_EXIT] = '3'},
	.tile_separator = ',',
	.row_separator = "\n",
};

static bool write_map(struct writer *writer, const struct map *map)
{
	/* --show does not concern csv: the exit keeps the number that it was read with. */
	const unsigned show = map->marks[MARK_EXIT].is_drawn ? SHOW_EXIT : 0;
	return tiles_write(writer, map, show, &spelling);
}

/* Refuses the line that is read because of what begins at a byte of it, counted from 1. */
static bool refuse_byte(struct builder *builder, uint64_t byte, const char *why)
{
	const uint64_t line = builder->reader->input->lines;
	return build_refuse(builder, NULL, "line %" PRIu64 ", byte %" PRIu64 ": %s", line, byte,
			    why);
}

/* Returns the number of a tile that begins here, and stores its length in bytes. */
static unsigned parse_tile(const char *at, const char *end, size_t *length)
{
	/* Tiled writes -1 for an empty cell. */
	const bool is_empty = end - at > 1 && at[0] == '-' && at[1] == '1';
	*length = is_empty ? 2 : 1;
	if (is_empty)
		return TILE_WALL;
	return (unsigned)(*at - '0');
}

static bool read_row(struct builder *builder, const char *line, size_t size, char *tiles,
		     size_t *count)
{
	const char *end = line + size;
	size_t length;
	*count = 0;
	for (const char *at = line; at < end; at++) {
		const uint64_t byte = (uint64_t)(at - line) + 1;
		const struct point place = {(uint32_t)*count, builder->row_count};
		const unsigned kind = parse_tile(at, end, &length);
		at += length;
		if (kind >= TILESET_TILES || (at < end && *at != ','))
			return refuse_byte(builder, byte,
					   "takes 0 to 3, for wall, floor, door and exit");
		const bool is_exit = kind == TILESET_STAIRS;
		if (is_exit && !build_drawn_mark(builder, MARK_EXIT, place))
			return refuse_byte(builder, byte, "a second exit; a map has one");
		tiles[(*count)++] = is_exit ? TILE_FLOOR : (char)kind;
	}
	return true;
}

static enum read_result read_map(struct reader *reader)
{
	struct builder builder = {0};
	build_start(&builder, reader);
	const enum read_result result = grid_read(&builder, read_row);
	build_free(&builder);
	return result;
}

/* Returns whether a line has numbers only, and at least one comma between them. */
static bool is_first_line(const char *line, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '\0' || !strchr(",0123456789- \r", line[i]))
			return false;
	}
	return memchr(line, ',', length) != NULL;
}

const struct format format_csv = {
	.name = "csv",
	.extensions = {{"csv", true}},
	.summary = "one line per row, comma-separated: 0 wall, 1 floor, 2 door",
	.write = write_map,
	.read = read_map,
	.is_first_line = is_first_line,
};
