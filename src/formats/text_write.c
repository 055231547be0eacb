/* SPDX-License-Identifier: MIT */
#include "formats/text_write.h"

#include "formats/tiles.h"

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

bool text_write_shown(struct writer *writer, const struct map *map, unsigned show)
{
	struct tile_spelling spelling = {.row_separator = "\n"};
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
