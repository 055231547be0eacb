/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one character per tile: # wall, . floor; and the marks that the user wants to
 * see.
 */
#include "formats/format.h"
#include "formats/grid.h"
#include "formats/tiles.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

/* Writes glyphs that have several bytes. */
static bool write_spelled(struct writer *writer, const struct map *map, unsigned show)
{
	struct glyph {
		char bytes[7];
		uint8_t length;
	} glyphs[SYMBOLS];
	const struct style *style = writer->style;
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		glyphs[i] = (struct glyph){{MARKS_LETTERS[i - SYMBOL_LETTER]}, 1};
	for (size_t i = 0; i < GLYPHS; i++) {
		memcpy(glyphs[glyph_symbols[i]].bytes, style->glyph[i], sizeof style->glyph[i]);
		glyphs[glyph_symbols[i]].length = (uint8_t)strlen(style->glyph[i]);
	}
	const size_t width = map->recipe.width;
	if (!marks_start(&writer->marks, map, show, NULL, "", writer->watch) ||
	    !array_reserve(writer, bytes, width * (uint64_t)sizeof *glyphs + 1))
		return false;
	uint32_t count;
	for (const char *rows;
	     !writer->output->error && (rows = marks_next(&writer->marks, &count));)
		for (; count > 0; count--, rows += width) {
			char *at = writer->bytes;
			for (size_t x = 0; x < width; x++) {
				/*
				 * A copy of constant size is a single store; the next one
				 * overwrites its excess.
				 */
				memcpy(at, &glyphs[(unsigned char)rows[x]], sizeof *glyphs);
				at += glyphs[(unsigned char)rows[x]].length;
			}
			*at++ = '\n';
			output_write(writer->output, writer->bytes, (size_t)(at - writer->bytes));
		}
	return true;
}

static bool write_map(struct writer *writer, const struct map *map)
{
	struct tile_spelling spelling = {.between = "\n"};
	const unsigned show = style_shown(writer->style, map);
	bool single = true;
	memcpy(spelling.symbol + SYMBOL_LETTER, MARKS_LETTERS, SYMBOLS - SYMBOL_LETTER);
	for (size_t i = 0; i < GLYPHS; i++) {
		spelling.symbol[glyph_symbols[i]] = writer->style->glyph[i][0];
		single = single && !writer->style->glyph[i][1];
	}
	return single ? tiles_write(writer, map, show, &spelling)
		      : write_spelled(writer, map, show);
}

/* Reading. */

/*
 * Returns the SPELLED_ bit of a character of this length, or 0 if it is neither wall nor floor. The
 * glyphs of one byte for wall and floor are not passed to this function.
 */
static unsigned spelling_of(size_t symbol, size_t length)
{
	if (symbol == SYMBOL_LETTER)
		return SPELLED_OTHERWISE;
	if (symbol != TILE_WALL && symbol != TILE_FLOOR)
		return 0;
	if (length == 1)
		return SPELLED_OTHERWISE; /* a blank, which is read as wall */
	return symbol == TILE_WALL ? SPELLED_WALL : SPELLED_FLOOR;
}

static enum read_result read_row(struct reader *reader, const char *line, size_t size, char *tiles,
				 size_t *count)
{
	const struct style *style = reader->style;
	/* A line has no line feed. */
	const char wall = style->glyph[GLYPH_WALL][1] ? '\n' : style->glyph[GLYPH_WALL][0];
	const char floor = style->glyph[GLYPH_FLOOR][1] ? '\n' : style->glyph[GLYPH_FLOOR][0];
	unsigned spellings = 0;
	uint32_t x = 0;
	for (const char *at = line, *end = line + size; at < end;) {
		/* Nearly all tiles are one of these. */
		if (*at == wall || *at == floor) {
			spellings |= *at == floor ? SPELLED_FLOOR : SPELLED_WALL;
			tiles[x++] = *at++ == floor ? TILE_FLOOR : TILE_WALL;
			continue;
		}
		uint32_t character = 0;
		size_t length = utf8_read(at, (size_t)(end - at), &character);
		size_t symbol = grid_symbol(style, at, length);
		if (symbol == SYMBOLS && character < ' ')
			return reader_refuse(reader,
					     "line %" PRIu64 ", column %" PRIu32
					     ": byte 0x%02x is no character",
					     reader->input->lines, x + 1, (unsigned char)*at);
		if (symbol == SYMBOLS)
			return reader_refuse(
				reader,
				"line %" PRIu64 ", column %" PRIu32
				": no tile looks like '%.*s'; name the characters with --glyphs",
				reader->input->lines, x + 1, (int)length, at);
		if (symbol == SYMBOL_LETTER)
			reader->grid.letter_count++;
		else if (symbol >= SYMBOL_MARK &&
			 !grid_mark(reader->map, (enum mark_kind)(symbol - SYMBOL_MARK),
				    (struct point){x, reader->grid.height}))
			return reader_refuse(
				reader,
				"line %" PRIu64 ", column %" PRIu32
				": a second %s; a map has one, and text holds one map; for "
				"several, choose json",
				reader->input->lines, x + 1, mark_names[symbol - SYMBOL_MARK]);
		spellings |= spelling_of(symbol, length);
		tiles[x++] = symbol >= TILE_KINDS ? TILE_FLOOR : (char)symbol;
		at += length;
	}
	reader->spellings |= spellings;
	*count = x;
	return READ_MAP;
}

static enum read_result read_map(struct reader *reader)
{
	enum read_result result = grid_read(reader);
	if (result == READ_MAP)
		grid_note_letters(reader);
	return result;
}

static void find_map_fault(const struct style *style, const struct map *map,
			   const struct label *label, struct text *fault)
{
	(void)label;
	style_find_covered_tile(style, map, SHOW_SPAWN | SHOW_EXIT, "text", fault);
}

const struct format format_text = {
	.name = "text",
	.extensions = {{"txt", false}},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.styles = STYLE_SHOW | STYLE_GLYPHS,
	.find_map_fault = find_map_fault,
	.write = write_map,
	.read = read_map,
	.read_row = read_row,
};
