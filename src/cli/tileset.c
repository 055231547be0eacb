/* SPDX-License-Identifier: MIT */
#include "cli/tileset.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "cli/utf8.h"
#include "cli/values.h"
#include "formats/tileset.h"

#include <string.h>
#include <sys/stat.h>

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

/* The image as seen from here: a relative path begins at the map's folder. */
static struct phrase image_path(const struct options *options)
{
	const char *map = options->output, *tileset = options->style.tileset;
	struct phrase path = {""};
	if (tileset[0] != '/')
		phrase_add(&path, "%.*s", (int)(base_name(map) - map), map);
	phrase_add(&path, "%s", tileset);
	return path;
}

void tileset_remind(const struct options *options)
{
	const char *map = options->output;
	if (options->action || options->given[OPTION_QUIET] || !(options->format->styles & STYLE_TILESET))
		return;
	if (!map || strcmp(map, "-") == 0)
		return;
	struct stat status;
	if (stat(map, &status) == 0 && !S_ISREG(status.st_mode))
		return;
	struct phrase path = image_path(options);
	if (stat(path.text, &status) != 0)
		message("%s: the map uses this tileset image, which does not exist; create it with dungen "
			"--tileset-image > %s",
			path.text, phrase_shell_word(path.text).text);
}
