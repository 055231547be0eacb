/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/utf8.h"

#include <stdbool.h>

/* How terminals show a character, which is given by its code point. */

/*
 * Returns whether a character controls the terminal, the direction of the text, or the end of a
 * line. Also true for U+FFFE and U+FFFF, which XML does not allow.
 */
bool utf8_is_control(uint32_t character);

/*
 * Returns whether a character fills one column. False for control characters, for combining marks
 * and other characters without width, and for the wide characters of East Asia and emoji. Returns
 * true for the combining marks of scripts other than Latin, Greek, Cyrillic, Hebrew, Arabic,
 * Devanagari, and Thai.
 */
bool utf8_is_narrow(uint32_t character);
