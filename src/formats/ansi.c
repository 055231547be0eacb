/* SPDX-License-Identifier: MIT */
/*
 * Colors for a terminal. A character is about twice as high as it is wide, so a line shows two
 * rows: half blocks have the color of one tile, and their background has the color of the other.
 */
#include "formats/format.h"
#include "formats/writer.h"

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
 * the line need. It is written again after tiles with other colors.
 */
#define LINE_BEGIN COLORS(FLOOR, WALL)
#define LINE_END   "\033[0m\n"

/* COLORS in a format, for colors that are strings. */
#define COLOR_FORMAT COLORS("%s", "%s")

/* By upper and lower tile, if both are wall or floor: the character in the colors of LINE_BEGIN. */
static const char *const blocks[2][2] = {
	[TILE_WALL] = {[TILE_WALL] = " ", [TILE_FLOOR] = LOWER_HALF},
	[TILE_FLOOR] = {[TILE_WALL] = UPPER_HALF, [TILE_FLOOR] = FULL_BLOCK},
};

/*
 * Writes two tiles, at least one of which has a letter. The letter has the place of both tiles, and
 * the background has the color of the other tile. Rooms of input maps may be so close that both
 * tiles have letters: then the letter of the later room shows.
 */
static void write_letter(struct output *output, uint32_t upper, uint32_t lower)
{
	const uint32_t letter = greater(upper, lower);
	const uint32_t other = lesser(upper, lower);
	const uint32_t background = other < SYMBOL_LETTER ? other : TILE_FLOOR;
	const char *color = background == TILE_FLOOR ? LETTER : FLOOR;
	output_print(output, COLOR_FORMAT "%c" LINE_BEGIN, color, symbol_colors[background],
		     ROOM_LETTERS[letter - SYMBOL_LETTER]);
}

/* Writes a line, which shows two rows of symbols. */
static void write_line(struct output *output, const char *upper_row, const char *lower_row,
		       size_t width)
{
	output_text(output, LINE_BEGIN);
	for (size_t x = 0; x < width; x++) {
		const uint32_t upper = (unsigned char)upper_row[x];
		const uint32_t lower = (unsigned char)lower_row[x];
		const uint32_t highest = greater(upper, lower);
		if (highest <= TILE_FLOOR)
			output_text(output, blocks[upper][lower]);
		else if (highest < SYMBOL_LETTER)
			output_print(output, COLOR_FORMAT UPPER_HALF LINE_BEGIN,
				     symbol_colors[upper], symbol_colors[lower]);
		else
			write_letter(output, upper, lower);
	}
	output_text(output, LINE_END);
}

/*
 * Writes a last line that shows only one row, the first of `rows`. `rows` has space for a second
 * row, which becomes wall.
 */
static void write_last_line(struct output *output, char *rows, size_t width)
{
	/* In a row of wall, each tile equals its neighbor. */
	if (rows[0] != TILE_WALL || memcmp(rows, rows + 1, width - 1) != 0) {
		memset(rows + width, TILE_WALL, width);
		write_line(output, rows, rows + width, width);
		return;
	}
	/* Leave the background of the terminal below a row of wall. */
	output_text(output, "\033[38;5;" WALL "m");
	for (size_t x = 0; x < width; x++)
		output_text(output, UPPER_HALF);
	output_text(output, LINE_END);
}

static bool ansi_write(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	const size_t width = map->recipe.width;
	const unsigned cannot_show = writer->format->cannot_show;
	const unsigned show = style_shown(writer->style, map) & ~cannot_show;
	bool has_upper_row = false; /* writer->scratch has the upper row of the next line */
	const char *rows;
	uint32_t count;
	if (!array_reserve(writer, scratch, (uint64_t)width * 2))
		return false;
	if (!painted_rows_start(&writer->rows, map, show, writer->route, NULL, ""))
		return false;
	while (!output->error && (rows = painted_rows_next(&writer->rows, &count))) {
		for (uint32_t i = 0; i < count; i++) {
			const char *row = rows + i * width;
			if (has_upper_row)
				write_line(output, writer->scratch, row, width);
			else
				memcpy(writer->scratch, row, width);
			has_upper_row = !has_upper_row;
		}
	}
	if (has_upper_row)
		write_last_line(output, writer->scratch, width);
	return true;
}

const struct format format_ansi = {
	.name = "ansi",
	.group = "picture",
	.extensions = {"ansi", "ans"},
	.summary = "colored half blocks for a terminal, two rows per line",
	.looks = LOOK_SHOW | LOOK_ROUTE,
	.cannot_show = SHOW_LOCKS | SHOW_SECRETS,
	.write = ansi_write,
	.magics = {"\033["},
};
