/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one number per tile, separated by commas: what Tiled exports as CSV, and what
 * spreadsheets read. The numbers are in the order of enum tileset_tile.
 */
#include "formats/format.h"
#include "formats/grid.h"
#include "formats/tiled.h"
#include "formats/tiles.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

static const struct tile_spelling csv_spelling = {
	.bytes = {[TILE_WALL] = '0', [TILE_FLOOR] = '1', [TILE_DOOR] = '2', [SYMBOL_EXIT] = '3'},
	.tile_separator = ',',
	.row_separator = "\n",
};

static bool csv_write(struct writer *writer, const struct map *map)
{
	/* --show does not matter: csv draws the exit if the input file draws it on its tile. */
	const unsigned show = map->marks[MARK_EXIT].is_drawn ? SHOW_EXIT : 0;
	return tiles_write(writer, map, show, &csv_spelling);
}

/* Reading. */

/* Refuses the current line because of the number at a byte of it, starting at 1. */
static bool refuse_byte(struct builder *builder, uint64_t byte, const char *reason)
{
	struct message *message = build_refusal(builder, NULL);
	message->place.line = builder->reader->input->lines;
	message->place.byte = byte;
	return fail(message, STATUS_NO_MAP, "%s", reason);
}

/*
 * Returns the tile whose number begins at `at`, and stores the length of the number in bytes. The
 * number is a single digit or -1. Returns TILESET_TILES or more if no such number begins there.
 */
static unsigned parse_tile(const char *at, const char *line_end, size_t *length)
{
	/* Tiled writes -1 for an empty cell. */
	const bool is_empty = line_end - at > 1 && at[0] == '-' && at[1] == '1';
	*length = is_empty ? 2 : 1;
	if (is_empty)
		return TILESET_WALL;
	return (unsigned)(*at - '0');
}

static bool csv_read_row(struct builder *builder, const char *line, size_t size, char *tiles,
			 size_t *tile_count)
{
	const char *line_end = line + size;
	size_t length;
	*tile_count = 0;
	for (const char *at = line; at < line_end; at++) {
		const uint64_t byte = (uint64_t)(at - line) + 1;
		const struct point place = {(uint32_t)*tile_count, builder->row_count};
		const unsigned tile = parse_tile(at, line_end, &length);
		/* Only a comma may follow. The loop skips it. */
		at += length;
		const bool is_cut_off = at < line_end && *at != ',';
		if (tile >= TILESET_TILES || is_cut_off)
			return refuse_byte(
				builder, byte,
				"must be a number from 0 to 3 for wall, floor, door, or exit");
		const bool is_exit = tile == TILESET_STAIRS;
		if (is_exit && !build_drawn_mark(builder, MARK_EXIT, place))
			return refuse_byte(builder, byte, "duplicate exit");
		tiles[(*tile_count)++] = is_exit ? TILE_FLOOR : (char)tile;
	}
	return true;
}

static enum read_result csv_read(struct reader *reader)
{
	struct builder builder = {0};
	build_start(&builder, reader);
	const enum read_result result = grid_read(&builder, csv_read_row);
	build_free(&builder);
	return result;
}

/*
 * Returns whether a line contains only numbers, separated by commas. Without a comma, the line can
 * also be the first row of a text, so the extension of the file decides.
 */
static bool csv_is_first_line(const char *path, const char *line, size_t length)
{
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '\0' || !strchr(",0123456789- \r", line[i]))
			return false;
	}
	return memchr(line, ',', length) || (dot && strcasecmp(dot, ".csv") == 0);
}

const struct format format_csv = {
	.name = "csv",
	.extensions = {"csv"},
	.extension_of_one = "csv",
	.summary = "one line per row, comma-separated: 0 wall, 1 floor, 2 door",
	.write = csv_write,
	.read = csv_read,
	.is_first_line = csv_is_first_line,
};
