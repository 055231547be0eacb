/* SPDX-License-Identifier: MIT */
#include "cli/faults.h"

#include "cli/utf8.h"
#include "formats/style.h"

const char *tileset_fault(const char *value)
{
	uint32_t character;
	size_t length;
	while ((length = utf8_read(value, &character)) > 0 && utf8_class(character) != UTF8_CONTROL)
		value += length;
	return *value ? "takes the name of a file in UTF-8, without control characters" : NULL;
}

const char *glyphs_fault(const char *value)
{
	static const char *const faults[UTF8_CLASSES] = {
		[UTF8_CONTROL] = "control characters are not drawn; choose others",
		[UTF8_INVISIBLE] = "a character without width takes no column; choose others",
		[UTF8_MARK] = "combining marks take no column of their own; choose characters of one code point",
		[UTF8_WIDE] = "a character of two columns would shift its row; choose narrow ones",
	};
	unsigned count = 0;
	for (; *value && count < GLYPHS; count++) {
		uint32_t character;
		size_t length = utf8_read(value, &character);
		if (length == 0)
			return "not valid UTF-8";
		if (faults[utf8_class(character)])
			return faults[utf8_class(character)];
		value += length;
	}
	return count < 2 || *value ? "takes 2 to 5 characters: wall, floor, spawn, exit, door" : NULL;
}
