/* SPDX-License-Identifier: MIT */
#include "cli/tileset.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "cli/utf8.h"
#include "formats/tileset.h"
#include "output/path.h"
#include "output/system.h"

#include <string.h>

/* XML has no way to write these two, nor a control character. */
static bool is_noncharacter(uint32_t character)
{
	return character == 0xfffe || character == 0xffff;
}

bool tileset_accept(struct options *options, const char *value)
{
	const char *end = value;
	uint32_t character;
	size_t length;
	while ((length = utf8_read(end, &character)) > 0 && utf8_printable(character) && !is_noncharacter(character))
		end += length;
	options->style.tileset = value;
	if (!*end)
		return true;
	message("--tileset %s: takes the name of a file in UTF-8, without control characters",
		excerpt(value, EXCERPT_VALUE).text);
	return false;
}

void tileset_write(const struct options *options, struct output *output)
{
	(void)options;
	output_write(output, tileset_image, tileset_image_length);
}

void tileset_remind(const struct options *options, const struct map_files *files)
{
	/* What is not a file of its own, such as a pipe, is in no directory that an image could be in. */
	if (options->action || options->given[OPTION_QUIET] || !files->replacing ||
	    !(options->format->styles & STYLE_TILESET))
		return;
	/* A relative path begins at the map's directory. */
	char path[PATH_MOST];
	if (!path_beside(path, files->name, options->style.tileset) || system_exists(path))
		return;
	message("%s: the map uses this tileset image, which does not exist; create it with dungen --tileset-image > %s",
		path, phrase_shell_word(path).text);
}
