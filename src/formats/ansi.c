/* SPDX-License-Identifier: MIT */
/*
 * Colors for a terminal. A character is about twice as high as wide, so a line shows two rows: half
 * blocks have the color of one tile, and their background that of the other.
 */
#include "formats/format.h"
#include "formats/put.h"

#include <string.h>

/* From the palette of 256 colors, without the first 16, which users redefine. */
#define WALL   "236"
#define FLOOR  "187"
#define SPAWN  "28"
#define EXIT   "160"
#define DOOR   "130"
#define LETTER "16"

#define COLORS(text, background) "\033[38;5;" text ";48;5;" background "m"

#define UPPER_HALF "\342\226\200"
#define LOWER_HALF "\342\226\204"
#define FULL_BLOCK "\342\226\210"

/* The start and the end of each line. Two colors are enough for all but marks. */
#define LINE_BEGIN COLORS(FLOOR, WALL)
#define LINE_END   "\033[0m\n"

/*
 * Two tiles, one of which is a mark or a door. A letter takes the place of both, but their colors
 * stay: on a wall or a door it has the color of the floor below it. Rooms that were read may be so
 * close that both tiles have letters: the one placed last shows, as on one tile.
 */
static struct cursor put_mark(struct cursor cursor, uint32_t above, uint32_t below)
{
	static const char *const colors[SYMBOL_LETTER] = {
		[TILE_WALL] = WALL,     [TILE_FLOOR] = FLOOR, [TILE_DOOR] = DOOR,
		[SYMBOL_SPAWN] = SPAWN, [SYMBOL_EXIT] = EXIT,
	};
	uint32_t letter = greater(above, below), other = lesser(above, below);
	bool has_letter = letter >= SYMBOL_LETTER;
	if (other >= SYMBOL_LETTER)
		other = TILE_FLOOR;
	cursor = put_text(cursor, "\033[38;5;");
	cursor = put_text(cursor, !has_letter           ? colors[above]
				  : other == TILE_FLOOR ? LETTER
							: FLOOR);
	cursor = put_text(cursor, ";48;5;");
	cursor = put_text(put_text(cursor, colors[has_letter ? other : below]), "m");
	if (has_letter)
		cursor = put_bytes(cursor, &ROOM_LETTERS[letter - SYMBOL_LETTER], 1);
	else
		cursor = put_text(cursor, UPPER_HALF);
	return put_text(cursor, LINE_BEGIN);
}

static struct cursor put_line(struct cursor cursor, const char *upper, const char *lower,
			      size_t width)
{
	cursor = put_text(cursor, LINE_BEGIN);
	for (size_t x = 0; x < width; x++) {
		unsigned char above = (unsigned char)upper[x], below = (unsigned char)lower[x];
		/* Doors and marks have a color other than the line's two. */
		if (above >= TILE_DOOR || below >= TILE_DOOR)
			cursor = put_mark(cursor, above, below);
		else if (above == TILE_FLOOR)
			cursor = put_text(cursor, below == TILE_FLOOR ? FULL_BLOCK : UPPER_HALF);
		else
			cursor = put_text(cursor, below == TILE_FLOOR ? LOWER_HALF : " ");
	}
	return put_text(cursor, LINE_END);
}

static bool write_map(struct writer *writer, const struct map *map)
{
	size_t width = map->recipe.width;
	bool waiting = false; /* the last row, in writer->scratch, for the one below */
	struct cursor cursor = cursor_begin(writer->output);
	const char *rows;
	uint32_t count;
	if (!array_reserve(writer, scratch, (uint64_t)width * 2) ||
	    !marks_start(&writer->marks, map, style_shown(writer->style, map), NULL, "",
			 writer->watch))
		return false;
	while (!writer->output->error && (rows = marks_next(&writer->marks, &count)))
		for (; count > 0; count--, rows += width, waiting = !waiting)
			if (waiting)
				cursor = put_line(cursor, writer->scratch, rows, width);
			else
				memcpy(writer->scratch, rows, width);
	bool is_wall = writer->scratch[0] == TILE_WALL &&
		       memcmp(writer->scratch, writer->scratch + 1, width - 1) == 0;
	if (waiting && !is_wall) {
		/* Draw a row of wall below the last one. */
		char *below = memset(writer->scratch + width, TILE_WALL, width);
		cursor = put_line(cursor, writer->scratch, below, width);
	} else if (waiting) {
		/* The terminal's background is below a last row of wall. */
		cursor = put_text(cursor, "\033[38;5;" WALL "m");
		for (size_t x = 0; x < width; x++)
			cursor = put_text(cursor, UPPER_HALF);
		cursor = put_text(cursor, LINE_END);
	}
	cursor_end(cursor);
	return true;
}

const struct format format_ansi = {
	.name = "ansi",
	.extensions = {{"ansi", false}, {"ans", false}},
	.summary = "colored half blocks for a terminal, two rows per line",
	.styles = STYLE_SHOW,
	.write = write_map,
	.magic = "\033[",
};
