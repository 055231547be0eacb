/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, generate, write, close. */
#include "cli/failure.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/seed.h"
#include "cli/tileset.h"
#include "maps.h"
#include "output/system.h"

int main(int argc, char **argv)
{
	static struct map_files files;
	struct dungeon dungeon = {0};
	struct progress progress;
	struct options options;
	system_start();
	if (!options_read(&options, argc, argv))
		return STATUS_USAGE;
	if (!options.action && !options.given[OPTION_SEED] && !seed_draw(&options))
		return STATUS_FAILED;

	map_files_open(&files, options.output);
	progress_watch(&progress, &files.output, !options.given[OPTION_QUIET]);
	bool possible = true;
	if (options.action)
		options.action(&options, &files.output);
	else
		possible = maps_write(&options, &files, &progress, &dungeon);
	bool whole = map_files_close(&files);
	progress_erase(&progress);
	if (!whole)
		failure_tell(&files);
	else if (!possible)
		failure_tell_impossible(&dungeon);
	else
		tileset_remind(&options, &files);
	dungeon_free(&dungeon);
	return !whole ? STATUS_FAILED : !possible ? STATUS_IMPOSSIBLE : STATUS_DONE;
}
