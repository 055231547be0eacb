/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one character per tile: # wall and . floor, or other glyphs; and over them the
 * marks and letters that the user wants to see.
 */
#include "formats/format.h"
#include "formats/glyphs.h"
#include "formats/grid.h"
#include "formats/tiles.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

/* The text of a symbol, in UTF-8. The size of 8 bytes makes a copy a single store. */
struct symbol_text {
	char bytes[7];
	uint8_t length;
};

/* Sets the texts of all symbols. */
static void set_symbol_texts(struct symbol_text texts[SYMBOLS], const struct style *style)
{
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		texts[i] = (struct symbol_text){{ROOM_LETTERS[i - SYMBOL_LETTER]}, 1};
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = style->glyph[i];
		struct symbol_text *text = &texts[glyph_symbols[i]];
		memcpy(text->bytes, glyph, sizeof style->glyph[i]);
		text->length = (uint8_t)strlen(glyph);
	}
}

/* Writes a row of symbols. writer->scratch has space for a whole symbol_text per tile. */
static void write_symbols(struct writer *writer, const struct symbol_text texts[SYMBOLS],
			  const char *symbols, size_t width)
{
	char *at = writer->scratch;
	for (size_t x = 0; x < width; x++) {
		const struct symbol_text *text = &texts[(unsigned char)symbols[x]];
		/* Copy the whole struct. The next text overwrites what is not text. */
		memcpy(at, text, sizeof *text);
		at += text->length;
	}
	*at++ = '\n';
	output_write(writer->output, writer->scratch, (size_t)(at - writer->scratch));
}

/* Writes a map whose glyphs have several bytes. */
static bool write_long_glyphs(struct writer *writer, const struct map *map, unsigned show)
{
	const size_t width = map->recipe.width;
	struct symbol_text texts[SYMBOLS];
	uint32_t count;
	const char *rows;
	set_symbol_texts(texts, writer->style);
	if (!marks_start(&writer->marks, map, show, writer->route, NULL, ""))
		return false;
	if (!array_reserve(writer, scratch, width * (uint64_t)sizeof *texts + 1))
		return false;
	while (!writer->output->error && (rows = marks_next(&writer->marks, &count))) {
		for (uint32_t i = 0; i < count; i++)
			write_symbols(writer, texts, rows + i * width, width);
	}
	return true;
}

/* Writes a map whose glyphs have one byte each, which is faster. */
static bool write_short_glyphs(struct writer *writer, const struct map *map, unsigned show)
{
	struct tile_spelling spelling = {.row_separator = "\n"};
	memcpy(spelling.bytes + SYMBOL_LETTER, ROOM_LETTERS, SYMBOLS - SYMBOL_LETTER);
	for (size_t i = 0; i < GLYPHS; i++)
		spelling.bytes[glyph_symbols[i]] = writer->style->glyph[i][0];
	return tiles_write(writer, map, show, &spelling);
}

static bool text_write(struct writer *writer, const struct map *map)
{
	unsigned show;
	if (!writer_choose_shown(writer, map, SHOW_SPAWN | SHOW_EXIT, &show))
		return false;
	for (size_t i = 0; i < GLYPHS; i++) {
		if (strlen(writer->style->glyph[i]) > 1)
			return write_long_glyphs(writer, map, show);
	}
	return write_short_glyphs(writer, map, show);
}

/* Reading. */

/* Memory of a reader. */
struct text_reader {
	struct glyphs_lost lost; /* letters and the route, which were read as floor */
};

/*
 * Returns the FOUND_ bit of a character of `length` bytes with this symbol, or 0 if it is neither
 * wall nor floor. text_read_row handles glyphs of one byte for wall and floor, so a wall of one
 * byte is a blank that is not a glyph.
 */
static unsigned glyph_found(size_t symbol, size_t length)
{
	const bool is_blank = symbol == TILE_WALL && length == 1;
	if (symbol == SYMBOL_LETTER || symbol == SYMBOL_ROUTE || is_blank)
		return FOUND_OTHER_GLYPH;
	if (symbol == TILE_WALL)
		return FOUND_WALL_GLYPH;
	if (symbol == TILE_FLOOR)
		return FOUND_FLOOR_GLYPH;
	return 0;
}

/*
 * Refuses a character of `length` bytes that does not stand for a symbol. `code` is its code point,
 * and `x` is its column, starting at 0.
 */
static bool refuse_character(struct builder *builder, uint32_t x, const char *character,
			     size_t length, uint32_t code)
{
	struct message *message = build_refusal(builder, NULL);
	message->place.line = builder->reader->input->lines;
	message->place.column = (uint64_t)x + 1;
	if (code < ' ') {
		fail(message, STATUS_NO_MAP, "unexpected byte 0x%02x", (unsigned char)*character);
	} else {
		fail(message, STATUS_NO_MAP, "unknown character '%.*s'", (int)length, character);
		advise(message, "use --glyphs to define the tile characters");
	}
	return false;
}

/* Sets a mark in column `x` of the current row. Refuses a second mark of the same kind. */
static bool read_mark(struct builder *builder, enum mark_kind kind, uint32_t x)
{
	if (build_drawn_mark(builder, kind, (struct point){x, builder->row_count}))
		return true;
	struct message *message = build_refusal(builder, NULL);
	message->place.line = builder->reader->input->lines;
	message->place.column = (uint64_t)x + 1;
	fail(message, STATUS_NO_MAP, "duplicate %s", mark_names[kind]);
	return advise(message, "for several maps in a file, use json");
}

/*
 * Reads a character in column `x`, starting at 0. Sets its tile and mark, remembers its glyph, and
 * stores its length in bytes in *length.
 */
static bool read_character(struct builder *builder, const char *at, size_t size, uint32_t x,
			   char *tile, size_t *length)
{
	struct reader *reader = builder->reader;
	struct text_reader *text = reader->state;
	uint32_t code = 0;
	*length = utf8_read(at, size, &code);
	const size_t symbol = glyphs_find(reader->style, at, *length);
	if (symbol == SYMBOLS)
		return refuse_character(builder, x, at, *length, code);
	reader->glyphs_found |= glyph_found(symbol, *length);
	*tile = TILE_FLOOR;
	if (symbol < TILE_KINDS)
		*tile = (char)symbol;
	else if (symbol == SYMBOL_SPAWN || symbol == SYMBOL_EXIT)
		return read_mark(builder, (enum mark_kind)(symbol - SYMBOL_MARK), x);
	else
		glyphs_lose(&text->lost, symbol);
	return true;
}

/* Returns a glyph of one byte. Returns a line feed, which no line contains, for a longer glyph. */
static char short_glyph(const struct style *style, enum style_glyph glyph)
{
	if (strlen(style->glyph[glyph]) > 1)
		return '\n';
	return style->glyph[glyph][0];
}

static bool text_read_row(struct builder *builder, const char *line, size_t size, char *tiles,
			  size_t *tile_count)
{
	const char wall = short_glyph(builder->reader->style, GLYPH_WALL);
	const char floor = short_glyph(builder->reader->style, GLYPH_FLOOR);
	const char *line_end = line + size;
	const char *at = line;
	unsigned glyphs_found = 0;
	uint32_t x = 0;
	for (; at < line_end; x++) {
		size_t length = 1;
		/* Nearly all tiles are wall or floor. */
		if (*at == floor) {
			glyphs_found |= FOUND_FLOOR_GLYPH;
			tiles[x] = TILE_FLOOR;
		} else if (*at == wall) {
			glyphs_found |= FOUND_WALL_GLYPH;
			tiles[x] = TILE_WALL;
		} else {
			const size_t size_left = (size_t)(line_end - at);
			if (!read_character(builder, at, size_left, x, &tiles[x], &length))
				return false;
		}
		at += length;
	}
	builder->reader->glyphs_found |= glyphs_found;
	*tile_count = x;
	return true;
}

static enum read_result text_read(struct reader *reader)
{
	const struct text_reader *text = reader->state;
	struct builder builder = {0};
	build_start(&builder, reader);
	const enum read_result result = grid_read(&builder, text_read_row);
	build_free(&builder);
	if (result == READ_MAP)
		glyphs_note_lost(reader, &text->lost);
	return result;
}

const struct format format_text = {
	.name = "text",
	.extensions = {"txt"},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.looks = LOOK_SHOW | LOOK_GLYPHS | LOOK_ROUTE,
	.write = text_write,
	.read = text_read,
	.reader_state_size = sizeof(struct text_reader),
};
