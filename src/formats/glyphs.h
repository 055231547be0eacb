/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

/* For formats that have characters, which are read as --glyphs says. */

/*
 * Returns the symbol that a character stands for. The character has `length` bytes and need not end
 * in a NUL. Returns SYMBOL_LETTER for every letter, digit and question mark that --glyphs does not
 * have: it stands on floor. Returns SYMBOLS if the character has no meaning.
 */
size_t glyphs_find(const struct style *style, const char *character, size_t length);

/* Says in the reader's note on how many tiles letters were lost, if there were any. */
void glyphs_note_letters(struct reader *reader, uint64_t letter_count);
