/* SPDX-License-Identifier: MIT */
#include "cli/reminder.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "output/path.h"

#include <unistd.h>

void reminder_tell(const struct options *options, const struct destination *destination)
{
	/* Output that is not to a file, such as a pipe, is in no directory that an image could be in. */
	if (options->command != COMMAND_MAPS || options->quiet || !destination->replacing ||
	    !(options->format->styles & STYLE_TILESET))
		return;
	/* A relative path begins at the map's directory. */
	const char *map = destination->name, *tileset = options->style.tileset;
	char path[PATH_MAX];
	if (!path_join(path, map, tileset[0] == '/' ? 0 : path_directory_length(map), tileset) ||
	    access(path, F_OK) == 0)
		return;
	message("%s: the map uses this tileset image, which does not exist; create it with dungen --tileset-image > %s",
		path, phrase_shell_word(path).text);
}
