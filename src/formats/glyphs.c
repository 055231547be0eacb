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

void glyphs_note_letters(struct reader *reader, uint64_t letter_count)
{
	const char *noun = letter_count == 1 ? "tile" : "tiles";
	if (letter_count == 0)
		return;
	reader->loses = true;
	reader_note(reader, "; ", "not kept: letters on %" PRIu64 " %s", letter_count, noun);
}
