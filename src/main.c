/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, generate, write, close. */
#include "cli/failure.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/seed.h"
#include "cli/tileset.h"
#include "maps.h"

int main(int argc, char **argv)
{
	static struct destination destination;
	struct dungeon dungeon = {0};
	struct progress progress;
	struct options options;
	if (!options_read(&options, argc, argv))
		return STATUS_USAGE;
	if (!options.action && !options.given[OPTION_SEED] && !seed_draw(&options))
		return STATUS_FAILED;

	destination_open(&destination, options.output);
	progress_watch(&progress, &destination.output, !options.given[OPTION_QUIET]);
	bool possible = true;
	if (options.action)
		options.action(&options, &destination.output);
	else
		possible = maps_write(&options, &destination, &progress, &dungeon);
	bool whole = destination_close(&destination);
	progress_erase(&progress);
	if (!whole)
		failure_tell(&destination);
	else if (!possible)
		failure_tell_impossible(&dungeon);
	else
		tileset_remind(&options, &destination);
	dungeon_free(&dungeon);
	return !whole ? STATUS_FAILED : !possible ? STATUS_IMPOSSIBLE : STATUS_DONE;
}
