/* SPDX-License-Identifier: MIT */
/* One line per row, one character per tile: # wall, . floor; and the marks that the user wants to see. */
#include "formats/format.h"
#include "formats/grid.h"
#include "output/utf8.h"

#include <inttypes.h>
#include <string.h>

/* A character of UTF-8. */
struct glyph {
	char bytes[7];
	uint8_t length; /* 0: not made yet */
};

/* Memory that the maps of a run share. */
struct state {
	struct glyph glyphs[SYMBOLS];
	char bytes[SYMBOLS]; /* what rows are drawn with: the glyphs, or their indices if one has several bytes */
	bool spelled;        /* bytes are indices */
};

static void set_glyph(struct state *state, size_t symbol, const char *text, size_t length)
{
	struct glyph *glyph = &state->glyphs[symbol];
	memcpy(glyph->bytes, text, length);
	glyph->length = (uint8_t)length;
	state->spelled = state->spelled || length > 1;
}

static void make_glyphs(struct state *state, const struct style *style)
{
	for (size_t i = 0; i < GLYPHS; i++)
		set_glyph(state, glyph_symbols[i], style->glyph[i], strlen(style->glyph[i]));
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		set_glyph(state, i, &MARKS_LETTERS[i - SYMBOL_LETTER], 1);
	for (size_t i = 0; i < SYMBOLS; i++)
		state->bytes[i] = state->spelled ? (char)i : state->glyphs[i].bytes[0];
}

/* Replaces the indices of a row by their glyphs, in memory of the writer. Returns how many bytes these are. */
static size_t spell(struct writer *writer, const char *row, size_t width)
{
	const struct state *state = writer->state;
	char *at = writer->bytes;
	for (size_t x = 0; x < width; x++) {
		/* A copy of constant size is a single store; the next one overwrites its excess. */
		const struct glyph *glyph = &state->glyphs[(unsigned char)row[x]];
		memcpy(at, glyph->bytes, sizeof *glyph);
		at += glyph->length;
	}
	*at++ = '\n';
	return (size_t)(at - writer->bytes);
}

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	struct output *output = writer->output;
	const size_t width = dungeon->recipe.width;
	if (state->glyphs[0].length == 0)
		make_glyphs(state, writer->style);
	if (!marks_start(&writer->marks, dungeon, style_shown(writer->style, dungeon), state->bytes,
			 state->spelled ? "" : "\n") ||
	    (state->spelled && !array_reserve(writer, bytes, width * (uint64_t)sizeof(struct glyph) + 1)))
		return false;
	uint32_t count;
	for (const char *rows; !output->error && (rows = marks_next(&writer->marks, &count));) {
		if (!state->spelled)
			output_write(output, rows, count * (width + 1));
		for (; state->spelled && count > 0; count--, rows += width)
			output_write(output, writer->bytes, spell(writer, rows, width));
	}
	return true;
}

/* Reading. */

/* Reads tiles that have a byte each, and are wall or floor. Returns false if any is not. */
static bool read_plain(const char *restrict line, size_t length, const struct style *style, char *restrict tiles)
{
	const char wall = style->glyph[GLYPH_WALL][0], floor = style->glyph[GLYPH_FLOOR][0];
	unsigned char other = 0;
	for (size_t x = 0; x < length; x++) {
		tiles[x] = (char)(line[x] == floor);
		other |= (line[x] != floor) & (line[x] != wall);
	}
	return !other;
}

static enum read_result read_row(struct reader *reader, const char *line, size_t size, char *tiles, size_t *count)
{
	enum { AT_ONCE = 64 };
	const struct style *style = reader->style;
	const bool single = !style->glyph[GLYPH_WALL][1] && !style->glyph[GLYPH_FLOOR][1];
	uint32_t x = 0;
	for (const char *at = line, *end = line + size; at < end;) {
		const char *stop = end - at > AT_ONCE ? at + AT_ONCE : end;
		if (single && read_plain(at, (size_t)(stop - at), style, tiles + x)) {
			x += (uint32_t)(stop - at);
			at = stop;
		}
		while (at < stop) {
			uint32_t character = 0;
			size_t length = utf8_read(at, (size_t)(end - at), &character);
			size_t symbol = grid_symbol(style, at, length);
			if (symbol == SYMBOLS && character < ' ')
				return reader_refuse(
					reader, "line %" PRIu64 ", column %" PRIu32 ": byte 0x%02x is no character",
					reader->input->lines, x + 1, (unsigned char)*at);
			if (symbol == SYMBOLS)
				return reader_refuse(reader,
						     "line %" PRIu64 ", column %" PRIu32
						     ": no tile looks like '%.*s'; name the characters with --glyphs",
						     reader->input->lines, x + 1, (int)length, at);
			if (symbol >= SYMBOL_MARK && !grid_mark(reader->dungeon, (enum mark_kind)(symbol - SYMBOL_MARK),
								(struct point){x, reader->grid.height}))
				return reader_refuse(reader,
						     "line %" PRIu64 ", column %" PRIu32
						     ": a second %s; a map has one, and text holds one map; for "
						     "several, choose json",
						     reader->input->lines, x + 1, mark_names[symbol - SYMBOL_MARK]);
			tiles[x++] = symbol >= TILE_KINDS ? TILE_FLOOR : (char)symbol;
			at += length;
		}
	}
	*count = x;
	return READ_MAP;
}

const struct format format_text = {
	.name = "text",
	.extensions = {{"txt", false}},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.styles = STYLE_SHOW | STYLE_GLYPHS,
	.covers = SHOW_SPAWN | SHOW_EXIT,
	.state_size = sizeof(struct state),
	.write = write_map,
	.read = grid_read,
	.read_row = read_row,
};
