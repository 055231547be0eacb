/* SPDX-License-Identifier: MIT */
#include "formats/glyphs.h"

#include <inttypes.h>
#include <string.h>

size_t glyphs_find(const struct style *style, const char *character, size_t length)
{
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = style->glyph[i];
		if (strlen(glyph) == length && memcmp(glyph, character, length) == 0)
			return glyph_symbols[i];
	}
	if (*character && strchr(ROOM_LETTERS, *character))
		return SYMBOL_LETTER;
	if (*character == ' ')
		return TILE_WALL;
	return SYMBOLS;
}

void glyphs_lose(struct glyphs_lost *lost, size_t symbol)
{
	if (symbol == SYMBOL_ROUTE)
		lost->has_route = true;
	else
		lost->letter_count++;
}

void glyphs_note_lost(struct reader *reader, const struct glyphs_lost *lost)
{
	const char *noun = lost->letter_count == 1 ? "tile" : "tiles";
	if (lost->letter_count > 0) {
		reader->loses = true;
		reader_note(reader, "; ", "not kept: letters on %" PRIu64 " %s", lost->letter_count,
			    noun);
	}
	if (lost->has_route)
		reader_note_route(reader);
}
