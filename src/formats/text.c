/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one character per tile: # wall, . floor; and the marks that the user wants to
 * see.
 */
#include "formats/format.h"
#include "formats/glyphs.h"
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
		glyphs[i] = (struct glyph){{ROOM_LETTERS[i - SYMBOL_LETTER]}, 1};
	for (size_t i = 0; i < GLYPHS; i++) {
		memcpy(glyphs[glyph_symbols[i]].bytes, style->glyph[i], sizeof style->glyph[i]);
		glyphs[glyph_symbols[i]].length = (uint8_t)strlen(style->glyph[i]);
	}
	const size_t width = map->recipe.width;
	if (!marks_start(&writer->marks, map, show, NULL, "", writer->watch) ||
	    !array_reserve(writer, scratch, width * (uint64_t)sizeof *glyphs + 1))
		return false;
	uint32_t count;
	for (const char *rows;
	     !writer->output->error && (rows = marks_next(&writer->marks, &count));)
		for (; count > 0; count--, rows += width) {
			char *at = writer->scratch;
			for (size_t x = 0; x < width; x++) {
				/*
				 * A copy of constant size is a single store; the next one
				 * overwrites its excess.
				 */
				memcpy(at, &glyphs[(unsigned char)rows[x]], sizeof *glyphs);
				at += glyphs[(unsigned char)rows[x]].length;
			}
			*at++ = '\n';
			output_write(writer->output, writer->scratch,
				     (size_t)(at - writer->scratch));
		}
	return true;
}

static bool write_map(struct writer *writer, const struct map *map)
{
	struct tile_spelling spelling = {.row_separator = "\n"};
	const unsigned show = style_shown(writer->style, map);
	bool single = true;
	memcpy(spelling.bytes + SYMBOL_LETTER, ROOM_LETTERS, SYMBOLS - SYMBOL_LETTER);
	for (size_t i = 0; i < GLYPHS; i++) {
		spelling.bytes[glyph_symbols[i]] = writer->style->glyph[i][0];
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
		return FOUND_OTHER_GLYPH;
	if (symbol != TILE_WALL && symbol != TILE_FLOOR)
		return 0;
	if (length == 1)
		return FOUND_OTHER_GLYPH; /* a blank, which is read as wall */
	return symbol == TILE_WALL ? FOUND_WALL_GLYPH : FOUND_FLOOR_GLYPH;
}

/* Memory of a reader. */
struct letters {
	uint64_t count; /* number of tiles whose letter was read as floor */
};

/* Refuses a character that is no tile. It has `length` bytes and is the tile at `x`. */
static bool refuse_character(struct builder *builder, uint32_t x, const char *character,
			     size_t length, uint32_t code)
{
	const uint64_t line = builder->reader->input->lines;
	if (code < ' ')
		return build_refuse(builder, NULL,
				    "line %" PRIu64 ", column %" PRIu32
				    ": byte 0x%02x is no character",
				    line, x + 1, (unsigned char)*character);
	return build_refuse(builder, NULL,
			    "line %" PRIu64 ", column %" PRIu32
			    ": no tile looks like '%.*s'; name the characters with --glyphs",
			    line, x + 1, (int)length, character);
}

/* Sets a mark at `x` in the row that is read. Refuses a second one. */
static bool read_mark(struct builder *builder, enum mark_kind kind, uint32_t x)
{
	const uint64_t line = builder->reader->input->lines;
	if (build_drawn_mark(builder, kind, (struct point){x, builder->row_count}))
		return true;
	return build_refuse(builder, NULL,
			    "line %" PRIu64 ", column %" PRIu32
			    ": a second %s; a map has one, and text holds one map; for several, "
			    "choose json",
			    line, x + 1, mark_names[kind]);
}

/*
 * Reads a character that is not one of the usual two. Sets its tile, adds to the spellings, and
 * stores its length in bytes in *length. Refuses a character that is no tile.
 */
static bool read_character(struct builder *builder, const char *at, size_t size, uint32_t x,
			   char *tile, size_t *length)
{
	struct reader *reader = builder->reader;
	struct letters *letters = reader->state;
	uint32_t code = 0;
	*length = utf8_read(at, size, &code);
	const size_t symbol = glyphs_find(reader->style, at, *length);
	if (symbol == SYMBOLS)
		return refuse_character(builder, x, at, *length, code);
	reader->glyphs_found |= spelling_of(symbol, *length);
	*tile = TILE_FLOOR;
	if (symbol < TILE_KINDS)
		*tile = (char)symbol;
	else if (symbol == SYMBOL_LETTER)
		letters->count++;
	else
		return read_mark(builder, (enum mark_kind)(symbol - SYMBOL_MARK), x);
	return true;
}

static bool read_row(struct builder *builder, const char *line, size_t size, char *tiles,
		     size_t *count)
{
	const struct style *style = builder->reader->style;
	/* A line has no line feed. */
	const char wall = style->glyph[GLYPH_WALL][1] ? '\n' : style->glyph[GLYPH_WALL][0];
	const char floor = style->glyph[GLYPH_FLOOR][1] ? '\n' : style->glyph[GLYPH_FLOOR][0];
	const char *end = line + size;
	unsigned glyphs_found = 0;
	uint32_t x = 0;
	for (const char *at = line; at < end;) {
		size_t length = 1;
		/* Nearly all tiles are one of these. */
		if (*at == floor) {
			glyphs_found |= FOUND_FLOOR_GLYPH;
			tiles[x] = TILE_FLOOR;
		} else if (*at == wall) {
			glyphs_found |= FOUND_WALL_GLYPH;
			tiles[x] = TILE_WALL;
		} else if (!read_character(builder, at, (size_t)(end - at), x, &tiles[x],
					   &length)) {
			return false;
		}
		at += length;
		x++;
	}
	builder->reader->glyphs_found |= glyphs_found;
	*count = x;
	return true;
}

static enum read_result read_map(struct reader *reader)
{
	const struct letters *letters = reader->state;
	struct builder builder = {0};
	build_start(&builder, reader);
	const enum read_result result = grid_read(&builder, read_row);
	build_free(&builder);
	if (result == READ_MAP)
		glyphs_note_letters(reader, letters->count);
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
	.reader_state_size = sizeof(struct letters),
};
