/* SPDX-License-Identifier: MIT */
#include "cli/utf8.h"

size_t utf8_read(const char *text, uint32_t *character)
{
	const unsigned char *byte = (const unsigned char *)text;
	if (byte[0] < 0x80) {
		*character = byte[0];
		return byte[0] != 0;
	}
	/* The smallest character of each length: a smaller one in that many bytes is an overlong form. */
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

struct range {
	uint32_t first, last;
};

static bool is_in(uint32_t character, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (character >= ranges[i].first && character <= ranges[i].last)
			return true;
	return false;
}

bool utf8_printable(uint32_t character)
{
	/* C0, DEL and C1; then the marks, separators and embeddings that change the direction or the end of a line. */
	static const struct range controls[] = {
		{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},
		{0x2028, 0x202e}, {0x2066, 0x2069}, {0xfff9, 0xfffb},
	};
	return !is_in(character, controls, sizeof controls / sizeof *controls);
}

bool utf8_combines(uint32_t character)
{
	/* The soft hyphen, the blocks of combining marks, the joiners and spaces without width, the variation
	 * selectors. */
	static const struct range marks[] = {
		{0xad, 0xad},     {0x300, 0x36f},   {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},
		{0x200b, 0x200d}, {0x2060, 0x2065}, {0x20d0, 0x20ff},   {0xfe00, 0xfe0f},
		{0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0000, 0xe0fff},
	};
	return is_in(character, marks, sizeof marks / sizeof *marks);
}
