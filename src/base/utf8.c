/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

/* Returns the length of the character that starts with a byte, or 0 if no character does. */
static size_t character_length(unsigned char first_byte)
{
	if (first_byte < 0x80)
		return 1;
	if (first_byte < 0xc0)
		return 0;
	if (first_byte < 0xe0)
		return 2;
	if (first_byte < 0xf0)
		return 3;
	if (first_byte < 0xf8)
		return 4;
	return 0;
}

/* Returns whether a code point is a character that UTF-8 can encode with this number of bytes. */
static bool is_valid(uint32_t code_point, size_t length)
{
	/*
	 * The smallest code point of each length. A smaller one is an overlong form, or the zero at
	 * the end of the text.
	 */
	static const uint32_t code_points_min[] = {0, 1, 0x80, 0x800, 0x10000};
	const bool is_surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
	if (is_surrogate)
		return false;
	return code_point >= code_points_min[length] && code_point <= 0x10ffff;
}

size_t utf8_read(const char *text, size_t size_max, uint32_t *character)
{
	const unsigned char *bytes = (const unsigned char *)text;
	if (size_max == 0)
		return 0;
	const size_t length = character_length(bytes[0]);
	if (length == 0)
		return 0;
	uint32_t code_point = bytes[0];
	if (length > 1)
		code_point &= 0x7fu >> length;
	for (size_t i = 1; i < length; i++) {
		const bool is_continuation = i < size_max && (bytes[i] & 0xc0) == 0x80;
		if (!is_continuation)
			return 0;
		code_point = code_point << 6 | (bytes[i] & 0x3f);
	}
	if (!is_valid(code_point, length))
		return 0;
	*character = code_point;
	return length;
}

bool utf8_is_control(uint32_t character)
{
	static const struct {
		uint32_t first;
		uint32_t last; /* included */
	} ranges[] = {
		{0x0000, 0x001f}, /* C0 */
		{0x007f, 0x009f}, /* DEL and C1 */
		{0x061c, 0x061c}, /* Arabic letter mark */
		{0x200e, 0x200f}, /* marks from left to right and from right to left */
		{0x2028, 0x202e}, /* separators of lines, embeddings, and overrides */
		{0x2066, 0x2069}, /* isolates */
		{0xfeff, 0xfeff}, /* byte order mark */
		{0xfffe, 0xffff}, /* not allowed in XML */
	};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (ranges[i].first <= character && character <= ranges[i].last)
			return true;
	return false;
}

size_t utf8_cut(const char *text, size_t size_max)
{
	size_t length = 0;
	while (text[length]) {
		uint32_t ignored;
		size_t size = utf8_read(text + length, SIZE_MAX, &ignored);
		if (size == 0)
			size = 1;
		if (length + size > size_max)
			break;
		length += size;
	}
	return length;
}
