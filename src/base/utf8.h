/* SPDX-License-Identifier: MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Reads the character that a text begins with, of at most `most` bytes: returns its length, 1 to 4,
 * and sets *character to its code point. Returns 0 at the end of the text, which a zero ends, too,
 * and if it does not begin with valid UTF-8 (RFC 3629).
 */
size_t utf8_read(const char *text, size_t most, uint32_t *character);

/*
 * Returns the length of the longest prefix of a string that has at most `most` bytes and ends
 * between two characters. A byte that is not UTF-8 counts as a character.
 */
size_t utf8_cut(const char *text, size_t most);
