/* SPDX-License-Identifier: MIT */
#include "output/utf8.h"

#include <stdbool.h>

size_t utf8_read(const char *text, size_t most, uint32_t *character)
{
	const unsigned char *byte = (const unsigned char *)text;
	if (most == 0)
		return 0;
	if (byte[0] < 0x80) {
		*character = byte[0];
		return byte[0] != 0;
	}
	/* The smallest character of each length; a smaller one would be an overlong form. */
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
	if (byte[0] < 0xc0 || byte[0] >= 0xf8 || length > most)
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

size_t utf8_cut(const char *text, size_t most)
{
	size_t length = 0;
	while (text[length]) {
		uint32_t character;
		size_t size = utf8_read(text + length, SIZE_MAX, &character);
		size += size == 0;
		if (length + size > most)
			break;
		length += size;
	}
	return length;
}
