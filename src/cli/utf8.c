/* SPDX-License-Identifier: MIT */
#include "cli/utf8.h"

#include <string.h>

/* A range of code points. */
struct character_range {
	uint32_t first;
	uint32_t last; /* included */
};

/* Characters that control something, in ascending order. */
static const struct character_range control_ranges[] = {
	{0x0000, 0x001f}, /* C0 */
	{0x007f, 0x009f}, /* DEL and C1 */
	{0x061c, 0x061c}, /* Arabic letter mark */
	{0x200e, 0x200f}, /* marks from left to right and from right to left */
	{0x2028, 0x202e}, /* separators of lines and paragraphs, embeddings and overrides */
	{0x2066, 0x2069}, /* isolates */
	{0xfffe, 0xffff}, /* not allowed in XML */
};

/* Characters that fill no column or two columns, and blocks of them, in ascending order. */
static const struct character_range not_narrow_ranges[] = {
	{0x00ad, 0x00ad},   /* soft hyphen */
	{0x0300, 0x036f},   /* combining marks */
	{0x0483, 0x0489},   /* combining marks of Cyrillic */
	{0x0591, 0x05bd},   /* combining marks of Hebrew */
	{0x05bf, 0x05bf},   /* combining marks of Hebrew */
	{0x05c1, 0x05c2},   /* combining marks of Hebrew */
	{0x05c4, 0x05c5},   /* combining marks of Hebrew */
	{0x05c7, 0x05c7},   /* combining marks of Hebrew */
	{0x0610, 0x061a},   /* combining marks of Arabic */
	{0x064b, 0x065f},   /* combining marks of Arabic */
	{0x0670, 0x0670},   /* combining marks of Arabic */
	{0x06d6, 0x06dc},   /* combining marks of Arabic */
	{0x06df, 0x06e4},   /* combining marks of Arabic */
	{0x06e7, 0x06e8},   /* combining marks of Arabic */
	{0x06ea, 0x06ed},   /* combining marks of Arabic */
	{0x0900, 0x0902},   /* combining marks of Devanagari */
	{0x093a, 0x093a},   /* combining marks of Devanagari */
	{0x093c, 0x093c},   /* combining marks of Devanagari */
	{0x0941, 0x0948},   /* combining marks of Devanagari */
	{0x094d, 0x094d},   /* combining marks of Devanagari */
	{0x0951, 0x0957},   /* combining marks of Devanagari */
	{0x0962, 0x0963},   /* combining marks of Devanagari */
	{0x0e31, 0x0e31},   /* combining marks of Thai */
	{0x0e34, 0x0e3a},   /* combining marks of Thai */
	{0x0e47, 0x0e4e},   /* combining marks of Thai */
	{0x1100, 0x11ff},   /* Hangul */
	{0x180b, 0x180f},   /* variation selectors of Mongolian */
	{0x1ab0, 0x1aff},   /* combining marks */
	{0x1dc0, 0x1dff},   /* combining marks */
	{0x200b, 0x200f},   /* spaces and joiners without width */
	{0x2060, 0x2064},   /* word joiner and operators without width */
	{0x20d0, 0x20f0},   /* combining marks for symbols */
	{0x231a, 0x231b},   /* watch, hourglass */
	{0x2329, 0x232a},   /* angle brackets of East Asia */
	{0x23e9, 0x23ec},   /* buttons of players */
	{0x23f0, 0x23f0},   /* alarm clock */
	{0x23f3, 0x23f3},   /* hourglass */
	{0x25fd, 0x25fe},   /* medium small squares */
	{0x2614, 0x2615},   /* umbrella, hot drink */
	{0x2630, 0x2637},   /* trigrams */
	{0x2648, 0x2653},   /* zodiac */
	{0x267f, 0x267f},   /* wheelchair */
	{0x268a, 0x268f},   /* monograms and digrams */
	{0x2693, 0x2693},   /* anchor */
	{0x26a1, 0x26a1},   /* high voltage */
	{0x26aa, 0x26ab},   /* medium circles */
	{0x26bd, 0x26be},   /* balls */
	{0x26c4, 0x26c5},   /* snowman, sun behind cloud */
	{0x26ce, 0x26ce},   /* Ophiuchus */
	{0x26d4, 0x26d4},   /* no entry */
	{0x26ea, 0x26ea},   /* church */
	{0x26f2, 0x26f3},   /* fountain, flag in hole */
	{0x26f5, 0x26f5},   /* sailboat */
	{0x26fa, 0x26fa},   /* tent */
	{0x26fd, 0x26fd},   /* fuel pump */
	{0x2705, 0x2705},   /* check mark */
	{0x270a, 0x270b},   /* hands */
	{0x2728, 0x2728},   /* sparkles */
	{0x274c, 0x274c},   /* cross mark */
	{0x274e, 0x274e},   /* cross mark in a square */
	{0x2753, 0x2755},   /* question marks, exclamation mark */
	{0x2757, 0x2757},   /* heavy exclamation mark */
	{0x2795, 0x2797},   /* plus, minus, division */
	{0x27b0, 0x27b0},   /* curly loop */
	{0x27bf, 0x27bf},   /* double curly loop */
	{0x2b1b, 0x2b1c},   /* large squares */
	{0x2b50, 0x2b50},   /* star */
	{0x2b55, 0x2b55},   /* large circle */
	{0x2de0, 0x2dff},   /* combining letters of Cyrillic */
	{0x2e80, 0x303e},   /* radicals and punctuation of East Asia */
	{0x3041, 0xa4cf},   /* kana, Hangul, hexagrams, ideographs, Yi */
	{0xa66f, 0xa672},   /* combining marks of Cyrillic */
	{0xa674, 0xa67d},   /* combining marks of Cyrillic */
	{0xa69e, 0xa69f},   /* combining letters of Cyrillic */
	{0xa960, 0xa97f},   /* Hangul */
	{0xac00, 0xd7ff},   /* Hangul */
	{0xf900, 0xfaff},   /* ideographs */
	{0xfe00, 0xfe19},   /* variation selectors, vertical forms */
	{0xfe20, 0xfe6f},   /* combining half marks, forms of East Asia */
	{0xfeff, 0xfeff},   /* byte order mark */
	{0xff00, 0xff60},   /* forms of two columns */
	{0xffa0, 0xffa0},   /* filler without width */
	{0xffe0, 0xffe6},   /* forms of two columns */
	{0xfff0, 0xfffb},   /* annotations */
	{0x16fe0, 0x1b2ff}, /* Tangut, Khitan, kana, Nushu */
	{0x1d300, 0x1d376}, /* tetragrams, counting rods */
	{0x1f004, 0x1f004}, /* tile of mahjong */
	{0x1f0cf, 0x1f0cf}, /* joker */
	{0x1f18e, 0x1f18e}, /* blood type */
	{0x1f191, 0x1f19a}, /* squared words */
	{0x1f1e6, 0x1f64f}, /* flags, emoji */
	{0x1f680, 0x1f6ff}, /* emoji */
	{0x1f7e0, 0x1f7ff}, /* circles and squares of emoji */
	{0x1f90c, 0x1f9ff}, /* emoji */
	{0x1fa70, 0x1faff}, /* emoji */
	{0x20000, 0x3ffff}, /* ideographs */
	{0xe0000, 0xe0fff}, /* tags, variation selectors */
};

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

/* Returns whether a character is in one of `count` ranges, which are in ascending order. */
static bool is_in_ranges(uint32_t character, const struct character_range *ranges, size_t count)
{
	for (size_t i = 0; i < count && ranges[i].first <= character; i++)
		if (character <= ranges[i].last)
			return true;
	return false;
}

bool utf8_is_control(uint32_t character)
{
	return is_in_ranges(character, control_ranges, LENGTH_OF(control_ranges));
}

bool utf8_is_narrow(uint32_t character)
{
	if (utf8_is_control(character))
		return false;
	return !is_in_ranges(character, not_narrow_ranges, LENGTH_OF(not_narrow_ranges));
}

void utf8_make_printable(char *text)
{
	char *end = text;
	while (*text) {
		uint32_t character;
		const size_t size = utf8_read(text, SIZE_MAX, &character);
		if (size > 0 && !utf8_is_control(character)) {
			memmove(end, text, size);
			end += size;
			text += size;
			continue;
		}
		*end++ = '?';
		text += size > 0 ? size : 1;
	}
	*end = '\0';
}
