/* SPDX-License-Identifier: MIT */
/*
 * Colors for a terminal. A character is about twice as high as it is wide, so a line shows two
 * rows: half blocks have the color of one tile, and their background has the color of the other.
 */
#include "formats/format.h"
#include "formats/put.h"

#include <string.h>

/* Colors of the palette of 256, without the first 16, which users redefine. */
#define WALL   "236"
#define FLOOR  "187"
#define SPAWN  "28"
#define EXIT   "160"
#define DOOR   "130"
#define ROUTE  "67"
#define LETTER "16"

/* By symbol, except for letters: its color. */
static const char *const symbol_colors[SYMBOL_LETTER] = {
	[TILE_WALL] = WALL,     [TILE_FLOOR] = FLOOR, [TILE_DOOR] = DOOR,
	[SYMBOL_SPAWN] = SPAWN, [SYMBOL_EXIT] = EXIT, [SYMBOL_ROUTE] = ROUTE,
};

/* Sets the colors of characters and of their background. */
#define COLORS(foreground, background) "\033[38;5;" foreground ";48;5;" background "m"

#define UPPER_HALF "\342\226\200"
#define LOWER_HALF "\342\226\204"
#define FULL_BLOCK "\342\226\210"

/*
 * The start and the end of each line. LINE_BEGIN sets the two colors that all walls and floor of
 * the line need. It is put again after tiles with other colors.
 */
#define LINE_BEGIN COLORS(FLOOR, WALL)
#define LINE_END   "\033[0m\n"

/* Puts what COLORS stands for, for colors that are variables. */
static struct cursor put_colors(struct cursor cursor, const char *foreground,
				const char *background)
{
	cursor = put_text(cursor, "\033[38;5;");
	cursor = put_text(cursor, foreground);
	cursor = put_text(cursor, ";48;5;");
	cursor = put_text(cursor, background);
	return put_text(cursor, "m");
}

/* Puts two tiles that are wall or floor, in the colors of LINE_BEGIN. */
static struct cursor put_tiles(struct cursor cursor, uint32_t upper, uint32_t lower)
{
	if (upper == TILE_FLOOR && lower == TILE_FLOOR)
		return put_text(cursor, FULL_BLOCK);
	if (upper == TILE_FLOOR)
		return put_text(cursor, UPPER_HALF);
	if (lower == TILE_FLOOR)
		return put_text(cursor, LOWER_HALF);
	return put_text(cursor, " ");
}

/* Puts two tiles, at least one of which has a mark, the route, or a door. */
static struct cursor put_mark(struct cursor cursor, uint32_t upper, uint32_t lower)
{
	cursor = put_colors(cursor, symbol_colors[upper], symbol_colors[lower]);
	cursor = put_text(cursor, UPPER_HALF);
	return put_text(cursor, LINE_BEGIN);
}

/*
 * Puts two tiles, at least one of which has a letter. The letter has the place of both tiles, and
 * the background has the color of the other tile. Rooms of input maps may be so close that both
 * tiles have letters: then the letter of the later room shows.
 */
static struct cursor put_letter(struct cursor cursor, uint32_t upper, uint32_t lower)
{
	const uint32_t letter = greater(upper, lower);
	const uint32_t other = lesser(upper, lower);
	const uint32_t background = other < SYMBOL_LETTER ? other : TILE_FLOOR;
	const char *color = background == TILE_FLOOR ? LETTER : FLOOR;
	cursor = put_colors(cursor, color, symbol_colors[background]);
	cursor = put_bytes(cursor, &ROOM_LETTERS[letter - SYMBOL_LETTER], 1);
	return put_text(cursor, LINE_BEGIN);
}

/* Puts a line, which shows two rows of symbols. */
static struct cursor put_line(struct cursor cursor, const char *upper_row, const char *lower_row,
			      size_t width)
{
	cursor = put_text(cursor, LINE_BEGIN);
	for (size_t x = 0; x < width; x++) {
		const uint32_t upper = (unsigned char)upper_row[x];
		const uint32_t lower = (unsigned char)lower_row[x];
		const uint32_t highest = greater(upper, lower);
		if (highest >= SYMBOL_LETTER)
			cursor = put_letter(cursor, upper, lower);
		else if (highest > TILE_FLOOR)
			cursor = put_mark(cursor, upper, lower);
		else
			cursor = put_tiles(cursor, upper, lower);
	}
	return put_text(cursor, LINE_END);
}

static bool is_row_of_wall(const char *row, size_t width)
{
	/* Each tile equals its neighbor. */
	return row[0] == TILE_WALL && memcmp(row, row + 1, width - 1) == 0;
}

/*
 * Puts a last line that shows only one row, the first of `rows`. `rows` has space for a second row,
 * which becomes wall.
 */
static struct cursor put_last_line(struct cursor cursor, char *rows, size_t width)
{
	if (!is_row_of_wall(rows, width)) {
		memset(rows + width, TILE_WALL, width);
		return put_line(cursor, rows, rows + width, width);
	}
	/* Leave the background of the terminal below a row of wall. */
	cursor = put_text(cursor, "\033[38;5;" WALL "m");
	for (size_t x = 0; x < width; x++)
		cursor = put_text(cursor, UPPER_HALF);
	return put_text(cursor, LINE_END);
}

static bool ansi_write(struct writer *writer, const struct map *map)
{
	const size_t width = map->recipe.width;
	const unsigned show = style_shown(writer->style, map);
	bool has_upper_row = false; /* writer->scratch has the upper row of the next line */
	const char *rows;
	uint32_t count;
	if (!array_reserve(writer, scratch, (uint64_t)width * 2))
		return false;
	if (!marks_start(&writer->marks, map, show, writer->route, NULL, "", writer->watch))
		return false;
	struct cursor cursor = cursor_begin(writer->output);
	while (!writer->output->error && (rows = marks_next(&writer->marks, &count))) {
		for (uint32_t i = 0; i < count; i++) {
			const char *row = rows + i * width;
			if (has_upper_row)
				cursor = put_line(cursor, writer->scratch, row, width);
			else
				memcpy(writer->scratch, row, width);
			has_upper_row = !has_upper_row;
		}
	}
	if (has_upper_row)
		cursor = put_last_line(cursor, writer->scratch, width);
	cursor_end(cursor);
	return true;
}

const struct format format_ansi = {
	.name = "ansi",
	.extensions = {{"ansi", false}, {"ans", false}},
	.summary = "colored half blocks for a terminal, two rows per line",
	.styles = STYLE_SHOW | STYLE_ROUTE,
	.write = ansi_write,
	.magics = {"\033["},
};
