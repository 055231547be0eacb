/* SPDX-License-Identifier: MIT */
#include "cli/utf8.h"

#include <stdlib.h>
#include <string.h>

enum utf8_class utf8_class(uint32_t character)
{
	static const char letters[UTF8_CLASSES + 1] =
		"NWMUIX"; /* in the order of enum utf8_class */
	/*
	 * All code points, as runs of one class: its letter, and how many more there are than one,
	 * in hexadecimal.
	 */
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
