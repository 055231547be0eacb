/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, do what it asks for, report how that ended. */
#include "cli/completion.h"
#include "cli/constraints.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/reminder.h"
#include "cli/seed.h"
#include "formats/tileset.h"
#include "maps.h"

int main(int argc, char **argv)
{
	static struct options options;
	static struct destination destination;
	struct progress progress;
	struct dungeon dungeon = {0};
	if (!options_read(&options, argc, argv) || !constraints_check(&options))
		return STATUS_USAGE;
	if (options.command == COMMAND_MAPS && !options.given[OPTION_SEED] && !seed_draw(&options))
		return STATUS_FAILED;

	destination_open(&destination, options.output);
	progress_watch(&progress, &destination.output, !options.quiet);
	enum outcome outcome = OUTCOME_DONE;
	switch (options.command) {
	case COMMAND_MAPS:
		outcome = maps_write(&options, &destination, &progress, &dungeon);
		break;
	case COMMAND_TILESET_IMAGE:
		output_write(&destination.output, tileset_image, tileset_image_length);
		break;
	case COMMAND_HELP:
		help_write(&destination.output);
		break;
	case COMMAND_VERSION:
		help_write_version(&destination.output);
		break;
	case COMMAND_COMPLETION_BASH:
	case COMMAND_COMPLETION_ZSH:
	case COMMAND_COMPLETION_FISH:
		completion_write(options.command, &destination.output);
	}
	if (!destination_close(&destination))
		outcome = OUTCOME_OUTPUT_FAILED;
	progress_erase(&progress);
	if (outcome == OUTCOME_DONE)
		reminder_tell(&options, &destination);
	int status = outcome_tell(outcome, &destination, &options.recipe, &dungeon);
	dungeon_free(&dungeon);
	return status;
}
