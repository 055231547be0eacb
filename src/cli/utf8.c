/* SPDX-License-Identifier: MIT */
#include "cli/utf8.h"

#include <stdbool.h>

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

/* The code points of all classes but UTF8_NARROW, in ascending order. */
static const struct range {
	uint32_t first : 24, class : 8, last;
} ranges[] = {
#define W(first, last) {first, UTF8_WIDE, last},
#define M(first, last) {first, UTF8_MARK, last},
#define I(first, last) {first, UTF8_INVISIBLE, last},
#define C(first, last) {first, UTF8_CONTROL, last},
#include "cli/utf8_ranges.def"
};

enum utf8_class utf8_class(uint32_t character)
{
	/* The last two code points of each plane are noncharacters. */
	if ((character & 0xfffe) == 0xfffe)
		return character < 0x10000 ? UTF8_CONTROL : UTF8_INVISIBLE;
	size_t begin = 0, end = sizeof ranges / sizeof *ranges;
	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;
		if (character < ranges[middle].first)
			end = middle;
		else if (character > ranges[middle].last)
			begin = middle + 1;
		else
			return (enum utf8_class)ranges[middle].class;
	}
	return UTF8_NARROW;
}
