/* SPDX-License-Identifier: MIT */
#include "cli/values.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "cli/utf8.h"
#include "output/pattern.h"

#include <string.h>

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool value_output(struct options *options, const char *value)
{
	options->output = value;
	const char *fault = pattern_fault(value);
	if (!fault)
		return true;
	message("--output %s: %s", excerpt(value, EXCERPT_VALUE).text, fault);
	return false;
}

bool value_no_tiles(struct options *options, const char *value)
{
	(void)value;
	options->style.no_tiles = true;
	return true;
}

bool value_show(struct options *options, const char *value)
{
	(void)value;
	options->style.show = (unsigned)options->number[OPTION_SHOW];
	return true;
}

bool value_labels(struct options *options, const char *value)
{
	(void)value;
	options->style.show = SHOW_SPAWN | SHOW_LABELS;
	return true;
}

bool value_glyphs(struct options *options, const char *value)
{
	char glyph[GLYPHS][sizeof *options->style.glyph] = {""};
	const char *wrong = NULL, *next = value;
	size_t count = 0;
	for (; *next && count < GLYPHS && !wrong; count++) {
		uint32_t character;
		size_t length = utf8_read(next, &character);
		if (length == 0)
			wrong = "not valid UTF-8";
		else if (!utf8_printable(character))
			wrong = "control characters are not drawn; choose others";
		else if (utf8_combines(character))
			wrong = "combining marks take no column of their own; choose characters of one code point";
		memcpy(glyph[count], next, length);
		next += length;
	}
	if (!wrong && (count < 2 || *next))
		wrong = "takes 2 to 4 characters: wall, floor, spawn, exit";
	if (wrong)
		message("--glyphs %s: %s", *value ? excerpt(value, EXCERPT_VALUE).text : "''", wrong);
	else
		memcpy(options->style.glyph, glyph, sizeof glyph);
	return !wrong;
}
