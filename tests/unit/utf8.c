/* SPDX-License-Identifier: MIT */
/* Which characters --glyphs accepts, compared with the widths in the C library. @smoke */
#define _XOPEN_SOURCE 700
#include "cli/utf8.h"

#include "unit.h"

#include <locale.h>
#include <wchar.h>

enum { CHARACTERS = 0x110000 };

/* Returns whether a character is in a block of emoji, of which all are rejected. */
static bool is_emoji_block(uint32_t character)
{
	return character >= 0x1f1e6 && character <= 0x1f9ff;
}

/*
 * Returns whether terminals do not show a character although the C library says that it fills one
 * column.
 */
static bool is_invisible(uint32_t character)
{
	return character == 0xad || character == 0xffa0;
}

/*
 * Returns whether a character fills two columns since Unicode 16: trigrams, digrams, hexagrams, and
 * others.
 */
static bool has_become_wide(uint32_t character)
{
	if (character >= 0x2630 && character <= 0x268f)
		return true;
	if (character >= 0x4dc0 && character <= 0x4dff)
		return true;
	return character >= 0x1d300 && character <= 0x1d376;
}

static void check_wide_characters(void)
{
	for (uint32_t character = 0; character < CHARACTERS; character++)
		if (wcwidth((wchar_t)character) == 2)
			CHECK(!utf8_is_narrow(character),
			      "U+%04" PRIX32 " fills two columns and is rejected", character);
}

/*
 * Returns whether a character marks an annotation. Only some C libraries, such as glibc 2.41, say
 * that these fill a column.
 */
static bool is_annotation_mark(uint32_t character)
{
	return character >= 0xfff9 && character <= 0xfffb;
}

static void check_narrow_characters(void)
{
	for (uint32_t character = 0; character < CHARACTERS; character++) {
		if (is_emoji_block(character) || is_invisible(character))
			continue;
		if (is_annotation_mark(character))
			continue;
		if (has_become_wide(character) || wcwidth((wchar_t)character) != 1)
			continue;
		CHECK(utf8_is_narrow(character), "U+%04" PRIX32 " fills one column and is accepted",
		      character);
	}
}

static void check_characters_without_width(void)
{
	static const uint32_t ranges[][2] = {{0x0300, 0x036f},  {0x1ab0, 0x1ace}, {0x1dc0, 0x1dff},
					     {0x200b, 0x200f},  {0x2060, 0x2064}, {0x20d0, 0x20f0},
					     {0xfe00, 0xfe0f},  {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
					     {0xe0100, 0xe01ef}};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		for (uint32_t character = ranges[i][0]; character <= ranges[i][1]; character++)
			CHECK(!utf8_is_narrow(character),
			      "U+%04" PRIX32 " has no width and is rejected", character);
}

static void check_controls(void)
{
	for (uint32_t character = 0; character < CHARACTERS; character++)
		if (utf8_is_control(character))
			CHECK(!utf8_is_narrow(character),
			      "U+%04" PRIX32 " is a control character and is rejected", character);
}

int main(void)
{
	if (!setlocale(LC_CTYPE, "C.UTF-8")) {
		printf("the locale C.UTF-8 is missing\n");
		return 1;
	}
	RUN(check_wide_characters());
	RUN(check_narrow_characters());
	RUN(check_characters_without_width());
	RUN(check_controls());
	return unit_end();
}
