/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

/*
 * Reads characters as --glyphs says, for formats whose files contain characters: text and xp. Each
 * character stands for a symbol (see marks.h), and readers report the letters and the route, which
 * they drop.
 */

/*
 * Returns the symbol that a character of `length` bytes stands for. The character need not end in a
 * NUL character. Letters, digits, and question marks that are not glyphs are letters of rooms;
 * SYMBOL_LETTER is returned for all of them. A blank that is not a glyph is wall. Returns SYMBOLS
 * for any other character.
 */
size_t glyphs_find(const struct style *style, const char *character, size_t length);

/* The symbols of a file that a map cannot keep. Zeroed before use. */
struct glyphs_lost {
	uint64_t letter_count; /* number of tiles with letters */
	bool has_route;        /* a tile has the route */
};

/* Adds a symbol that is SYMBOL_ROUTE or SYMBOL_LETTER. Its tile is floor. */
void glyphs_lose(struct glyphs_lost *lost, size_t symbol);

/*
 * Adds to the reader's note on how many tiles letters were dropped, and whether the route was. The
 * route is not lost if the style asks for a new one. Adds nothing if nothing was lost.
 */
void glyphs_note_lost(struct reader *reader, const struct glyphs_lost *lost);
