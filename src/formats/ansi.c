/* SPDX-License-Identifier: MIT */
/*
 * Colors for a terminal. A character is about twice as high as wide, so a line shows two rows: half blocks have the
 * color of one tile, and their background that of the other.
 */
#include "formats/format.h"

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
static const char line_begin[] = COLORS(FLOOR, WALL), line_end[] = "\033[0m\n";

enum {
	BLOCK_LENGTH = sizeof FULL_BLOCK - 1,
	MARK_MOST = 64, /* bytes; more than a mark takes with its colors */
};

/* Memory that the maps of a run share. */
struct state {
	ARRAY(char, upper); /* a row that waits for the one below, and space for that */
};

/* Copies a string without its zero byte and returns the end of the copy. Not stpcpy, which Windows does not have. */
static inline char *append(char *at, const char *text)
{
	const char *after = text + strlen(text);
	memcpy(at, text, (size_t)(after - text));
	return at + (after - text);
}

/* Whether a tile has a color other than the line's two: a mark or a door. */
static bool is_mark(char tile)
{
	return (unsigned char)tile >= TILE_DOOR;
}

/*
 * Two tiles, one of which is a mark or a door. A letter takes the place of both, but their colors stay: on a wall or a
 * door it has the color of the floor below it. Centers of rooms are too far apart for two marks in one character.
 */
static char *put_mark(char *at, char upper, char lower)
{
	static const char *const colors[SYMBOL_LETTER] = {
		[TILE_WALL] = WALL,     [TILE_FLOOR] = FLOOR, [TILE_DOOR] = DOOR,
		[SYMBOL_SPAWN] = SPAWN, [SYMBOL_EXIT] = EXIT,
	};
	unsigned char above = (unsigned char)upper, below = (unsigned char)lower;
	uint32_t letter = greater(above, below), other = lesser(above, below);
	bool has_letter = letter >= SYMBOL_LETTER;
	at = append(at, "\033[38;5;");
	at = append(at, !has_letter ? colors[above] : other == TILE_FLOOR ? LETTER : FLOOR);
	at = append(at, ";48;5;");
	at = append(at, colors[has_letter ? other : below]);
	at = append(at, "m");
	if (has_letter)
		*at++ = MARKS_LETTERS[letter - SYMBOL_LETTER];
	else
		at = append(at, UPPER_HALF);
	return append(at, line_begin);
}

/* Writes a line of two rows, `times` times. Returns false if out of memory. */
static bool write_line(struct writer *writer, const char *upper, const char *lower, size_t width, uint32_t times)
{
	static const struct block {
		char bytes[7];
		uint8_t length;
	} blocks[TILE_DOOR][TILE_DOOR] = {
		[TILE_WALL] = {[TILE_WALL] = {" ", 1}, [TILE_FLOOR] = {LOWER_HALF, BLOCK_LENGTH}},
		[TILE_FLOOR] = {[TILE_WALL] = {UPPER_HALF, BLOCK_LENGTH}, [TILE_FLOOR] = {FULL_BLOCK, BLOCK_LENGTH}},
	};
	uint64_t most = sizeof line_begin + (uint64_t)width * BLOCK_LENGTH + sizeof line_end + sizeof(struct block);
	for (size_t x = 0; x < width; x++)
		most += is_mark(upper[x]) || is_mark(lower[x]) ? MARK_MOST : 0;
	if (!array_reserve(writer, bytes, most))
		return false;
	char *at = append(writer->bytes, line_begin);
	for (size_t x = 0; x < width; x++) {
		if (is_mark(upper[x]) || is_mark(lower[x])) {
			at = put_mark(at, upper[x], lower[x]);
			continue;
		}
		/* A copy of constant size is a single store; the next one overwrites its excess. */
		const struct block *block = &blocks[(unsigned char)upper[x]][(unsigned char)lower[x]];
		memcpy(at, block->bytes, sizeof *block);
		at += block->length;
	}
	at = append(at, line_end);
	output_repeat(writer->output, writer->bytes, (size_t)(at - writer->bytes), times);
	return true;
}

/* Writes the lines that a band completes. Sets *waiting if its last row waits in state->upper. Returns false if out of
 * memory. */
static bool write_band(struct writer *writer, const struct band *band, bool *waiting)
{
	struct state *state = writer->state;
	size_t width = band->stride;
	const char *stop = band->bytes + band->rows * width;
	for (const char *row = band->bytes; row < stop; row += width) {
		uint32_t times = band->times;
		if (*waiting && !write_line(writer, state->upper, row, width, 1))
			return false;
		times -= *waiting;
		if (times > 1 && !write_line(writer, row, row, width, times / 2))
			return false;
		*waiting = times % 2;
		if (*waiting)
			memcpy(state->upper, row, width);
	}
	return true;
}

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	uint32_t width = dungeon->recipe.width;
	if (!array_reserve(state, upper, (uint64_t)width * 2) ||
	    !marks_start(&writer->marks, dungeon, style_shown(writer->style, dungeon), NULL, ""))
		return false;
	struct band band;
	bool waiting = false;
	while (!writer->output->error && marks_next(&writer->marks, &band))
		if (!write_band(writer, &band, &waiting))
			return false;
	if (!waiting)
		return true;
	if (dungeon->read) {
		/* Its last row may be floor; a row of wall is drawn below it. */
		char *below = state->upper + width;
		memset(below, TILE_WALL, width);
		return write_line(writer, state->upper, below, width, 1);
	}
	/* The last row of all is wall, and the terminal's background is below it. */
	output_text(writer->output, "\033[38;5;" WALL "m");
	output_repeat(writer->output, UPPER_HALF, BLOCK_LENGTH, width);
	output_text(writer->output, line_end);
	return true;
}

static void end(void *own)
{
	struct state *state = own;
	array_free(state, upper);
}

const struct format format_ansi = {
	.name = "ansi",
	.extensions = {{"ansi", false}, {"ans", false}},
	.summary = "colored half blocks for a terminal, two rows per line",
	.styles = STYLE_SHOW,
	.state_size = sizeof(struct state),
	.write = write_map,
	.end = end,
};
