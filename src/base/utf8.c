/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include <stdbool.h>

size_t utf8_read(const char *text, size_t most, uint32_t *character)
{
	/*
	 * The smallest character of each length; a smaller one would be an overlong form, or the
	 * end of the text.
	 */
	static const uint32_t smallest[] = {0, 1, 0x80, 0x800, 0x10000};
	const unsigned char *byte = (const unsigned char *)text;
	if (most == 0 || (byte[0] >= 0x80 && byte[0] < 0xc0) || byte[0] >= 0xf8)
		return 0;
	size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : byte[0] >= 0x80 ? 2 : 1;
	uint32_t value = length > 1 ? byte[0] & (0x7fu >> length) : byte[0];
	for (size_t i = 1; i < length; i++) {
		if (i == most || (byte[i] & 0xc0) != 0x80)
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
	size_t length = 0, size;
	for (uint32_t character; text[length]; length += size) {
		size = utf8_read(text + length, SIZE_MAX, &character);
		size += size == 0;
		if (length + size > most)
			break;
	}
	return length;
}
