/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads UTF-8 (RFC 3629) character by character.
 *
 * Usage, for a string:
 *
 *     while ((length = utf8_read(text, SIZE_MAX, &character)) > 0)
 *             text += length;
 *     if (*text)
 *             the rest is not UTF-8
 */

/*
 * Reads the first character of a text of at most `size_max` bytes. A zero also ends the text.
 * Stores the code point in *character, and returns the number of bytes of the character, 1 to 4.
 * Returns 0 at the end of the text, and if the text does not start with valid UTF-8; *character
 * does not change then.
 */
size_t utf8_read(const char *text, size_t size_max, uint32_t *character);

/*
 * Returns whether a character controls the terminal, the direction of the text, or the end of a
 * line. Also returns true for a byte order mark, which readers of text remove, and for U+FFFE and
 * U+FFFF, which XML does not allow.
 */
bool utf8_is_control(uint32_t character);

/*
 * Returns the length of the longest prefix of a string that has at most `size_max` bytes and does
 * not end inside a character. A byte that is not UTF-8 counts as a character.
 */
size_t utf8_cut(const char *text, size_t size_max);
