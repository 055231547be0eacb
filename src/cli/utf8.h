/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UTF8_H
#define DUNGEN_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads the character that a string begins with: returns its length, 1 to 4 bytes, and puts its code point into
 * *character. 0 at the end of the string, and where no valid UTF-8 (RFC 3629) begins.
 */
size_t utf8_read(const char *text, uint32_t *character);

/* Whether a terminal prints it: false for the control characters, and for those that reorder or split a line. */
bool utf8_printable(uint32_t character);

/* Whether it is drawn into the column of the character before it, or not at all. Of the scripts' own marks it knows
 * none. */
bool utf8_combines(uint32_t character);

#endif
