/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/utf8.h"

#include <stdbool.h>

/*
 * How terminals show a character. base/utf8.h reads the code points:
 *
 *     uint32_t character;
 *     if (utf8_read(text, SIZE_MAX, &character) > 0 && utf8_is_narrow(character))
 *             the text starts with a character that fills one column
 */

/*
 * Returns whether a character controls the terminal, the direction of the text, or the end of a
 * line. Also returns true for U+FFFE and U+FFFF, which XML does not allow.
 */
bool utf8_is_control(uint32_t character);

/*
 * Replaces control characters and bytes that are not UTF-8 with question marks, in place.
 */
void utf8_make_printable(char *text);

/*
 * Returns whether a character fills one column. Returns false for control characters, for combining
 * marks and other characters without width, and for the wide characters of East Asia and emoji. The
 * table contains the combining marks of Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, and
 * Thai. For combining marks of other scripts, the function returns true.
 */
bool utf8_is_narrow(uint32_t character);
