/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one character per tile: # wall and . floor, or other glyphs; and over them the
 * marks and letters that the user wants to see.
 */
#include "base/utf8.h"
#include "formats/format.h"
#include "formats/tile_values.h"
#include "formats/tiles.h"
#include "formats/writer.h"

#include <inttypes.h>
#include <string.h>

/* The text of a symbol, in UTF-8. The size of 8 bytes makes a copy a single store. */
struct symbol_text {
	char bytes[7];
	uint8_t length;
};

/* Writes a map whose glyphs have several bytes. */
static bool write_long_glyphs(struct writer *writer, const struct map *map, unsigned show)
{
	const size_t width = map->recipe.width;
	struct symbol_text texts[SYMBOLS];
	uint32_t count;
	const char *rows;
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		texts[i] = (struct symbol_text){{ROOM_LETTERS[i - SYMBOL_LETTER]}, 1};
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = writer->style->glyph[i];
		struct symbol_text *text = &texts[glyph_symbols[i]];
		memcpy(text->bytes, glyph, sizeof writer->style->glyph[i]);
		text->length = (uint8_t)strlen(glyph);
	}
	if (!painted_rows_start(&writer->rows, map, show, writer->route, NULL, ""))
		return false;
	if (!array_reserve(writer, scratch, width * (uint64_t)sizeof *texts + 1))
		return false;
	while (!writer->output->error && (rows = painted_rows_next(&writer->rows, &count))) {
		for (const char *row = rows; row < rows + count * width; row += width) {
			char *at = writer->scratch;
			for (size_t x = 0; x < width; x++) {
				const struct symbol_text *text = &texts[(unsigned char)row[x]];
				/* Copy it all. The next text overwrites what is not text. */
				memcpy(at, text, sizeof *text);
				at += text->length;
			}
			*at++ = '\n';
			output_write(writer->output, writer->scratch,
				     (size_t)(at - writer->scratch));
		}
	}
	return true;
}

static bool text_write(struct writer *writer, const struct map *map)
{
	struct tile_spelling spelling = {.row_separator = "\n"};
	unsigned show;
	if (!writer_choose_shown(writer, map, &show))
		return false;
	memcpy(spelling.bytes + SYMBOL_LETTER, ROOM_LETTERS, SYMBOLS - SYMBOL_LETTER);
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = writer->style->glyph[i];
		if (strlen(glyph) > 1)
			return write_long_glyphs(writer, map, show);
		spelling.bytes[glyph_symbols[i]] = glyph[0];
	}
	/* Faster, because all glyphs have one byte. */
	return tiles_write(writer, map, show, &spelling);
}

/* Reading. */

/* Memory of a reader. */
struct text_reader {
	struct tile_values values;
	bool is_spaced; /* in all rows, every second character is a blank */
};

/*
 * Refuses a character of `length` bytes. `code` is its code point, and `length` is 0 if it is not
 * UTF-8. `x` is its column, starting at 0.
 */
static bool refuse_character(struct reader *reader, uint32_t x, const char *character,
			     size_t length, uint32_t code)
{
	const struct text_reader *text = reader->state;
	struct message *message;
	if (length > 0 && code >= ' ') {
		message = tile_values_refuse(&text->values, reader, code, "'%.*s'", (int)length,
					     character);
	} else if (reader->line == 1 && x == 0 &&
		   (memcmp(character, "\xff\xfe", 2) == 0 ||
		    memcmp(character, "\xfe\xff", 2) == 0)) {
		message = build_refusal(reader, NULL);
		fail(message, STATUS_NO_MAP, "the file is UTF-16");
		advise(message, "save it as UTF-8");
	} else {
		message = build_refusal(reader, NULL);
		if (code == '\t')
			fail(message, STATUS_NO_MAP, "unexpected tab");
		else if (code == '\033')
			fail(message, STATUS_NO_MAP, "unexpected escape sequence");
		else
			fail(message, STATUS_NO_MAP, "unexpected byte 0x%02x",
			     (unsigned char)*character);
		if (code == '\033')
			advise(message, "print the map without colors");
	}
	message->place.column = (uint64_t)x + 1;
	return false;
}

static bool text_read_row(struct reader *reader, const char *line, size_t size, char *tiles,
			  size_t *tile_count)
{
	struct text_reader *text = reader->state;
	const uint8_t *symbols = text->values.symbols;
	const char *line_end = line + size;
	const char *at = line;
	uint32_t x = 0;
	uint32_t blank_count = 0; /* number of blanks in every second column */
	for (; at < line_end; x++) {
		const unsigned char byte = (unsigned char)*at;
		/* Nearly all tiles are wall or floor, and in ASCII. */
		if (byte >= ' ' && byte <= '~' && symbols[byte] < TILE_KINDS) {
			tiles[x] = (char)symbols[byte];
			at++;
			continue;
		}
		uint32_t code = 0;
		const size_t length = utf8_read(at, (size_t)(line_end - at), &code);
		const struct point place = {x, reader->row_count};
		if (length == 0 || code < ' ' ||
		    !tile_values_read(&text->values, reader, code, place, &tiles[x]))
			return refuse_character(reader, x, at, length, code);
		if (code == ' ' && x % 2 == 1)
			blank_count++;
		at += length;
	}
	if (blank_count < x / 2)
		text->is_spaced = false;
	*tile_count = x;
	return true;
}

static void text_read(struct reader *reader)
{
	struct text_reader *text = reader->state;
	text->is_spaced = true;
	if (tile_values_start(&text->values, reader, VALUES_ARE_CHARACTERS))
		build_lines(reader, text_read_row);
	if (text->is_spaced && reader->columns > 1) {
		build_refuse(reader, NULL, "a blank follows each character");
		advise(&reader->message, "remove the blanks, or replace them with commas if they "
					 "separate numbers");
	}
	tile_values_end(&text->values, reader);
}

const struct format format_text = {
	.name = "text",
	.group = "game",
	.extensions = {"txt"},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.looks = LOOK_SHOW | LOOK_GLYPHS | LOOK_ROUTE,
	.write = text_write,
	.read = text_read,
	.reads_lists = true,
	.reader_state_size = sizeof(struct text_reader),
};
