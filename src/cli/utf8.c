/* SPDX-License-Identifier: MIT */
#include "cli/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

size_t utf8_read(const char *text, uint32_t *character)
{
	const unsigned char *byte = (const unsigned char *)text;
	if (byte[0] < 0x80) {
		*character = byte[0];
		return byte[0] != 0;
	}
	/* The smallest character of each length; a smaller one would be an overlong form. */
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
	if (byte[0] < 0xc0 || byte[0] >= 0xf8)
		return 0;
	uint32_t value = byte[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (byte[i] & 0x3f);
	}
	bool surrogate = value >= 0xd800 && value <= 0xdfff;
	if (value < smallest[length] || value > 0x10ffff || surrogate)
		return 0;
	*character = value;
	return length;
}

enum utf8_class utf8_class(uint32_t character)
{
	static const char letters[UTF8_CLASSES + 1] = "NWMUIX"; /* in the order of enum utf8_class */
	/* All code points, as runs of one class: its letter, and how many more there are than one, in hexadecimal. */
	static const char runs[] =
#include "cli/utf8_ranges.def"
		;
	/* The last two code points of each plane are noncharacters. */
	if ((character & 0xfffe) == 0xfffe)
		return character < 0x10000 ? UTF8_CONTROL : UTF8_INVISIBLE;
	const char *run = runs;
	for (uint32_t end = 0;;) {
		char *next;
		end += 1 + (uint32_t)strtoul(run + 1, &next, 16);
		if (character < end)
			return (enum utf8_class)(strchr(letters, *run) - letters);
		run = next;
	}
}
