/* SPDX-License-Identifier: MIT */
#include "cli/reminder.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "output/path.h"
#include "output/system.h"

#include <inttypes.h>

void reminder_tell(const struct options *options, const struct map_files *files)
{
	/* Output that is not to a file, such as a pipe, is in no directory that an image could be in. */
	if (options->command != COMMAND_MAPS || options->quiet || !files->replacing ||
	    !(options->format->styles & STYLE_TILESET))
		return;
	char path[PATH_MOST];
	if (!path_beside(path, files->name, options->style.tileset) || system_exists(path))
		return;
	struct phrase size = {""};
	if (options->given[OPTION_TILE_SIZE])
		phrase_add(&size, " --tile-size %" PRIu32, options->style.tile_size);
	message("%s: the map uses this tileset image, which does not exist; create it with dungen --tileset-image%s > "
		"%s",
		path, size.text, phrase_shell_word(path).text);
}
