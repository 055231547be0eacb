/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

/*
 * Reads characters as --glyphs says, for formats whose files contain characters: text and xp. Each
 * character stands for a symbol (see marks.h), and readers report the letters that they drop.
 */

/*
 * Returns the symbol that a character of `length` bytes stands for. The character need not end in a
 * NUL character. Letters, digits, and question marks that are not glyphs are letters of rooms;
 * SYMBOL_LETTER is returned for all of them. A blank that is not a glyph is wall. Returns SYMBOLS
 * for any other character.
 */
size_t glyphs_find(const struct style *style, const char *character, size_t length);

/*
 * Adds to the reader's note on how many tiles letters were dropped. Adds nothing if the number is
 * 0.
 */
void glyphs_note_letters(struct reader *reader, uint64_t letter_count);
