/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, do what it asks for, report how that ended. */
#include "cli/command_line.h"
#include "cli/constraints.h"
#include "cli/help.h"
#include "cli/messages.h"
#include "run/outcome.h"
#include "cli/progress.h"
#include "formats/tiled.h"
#include "run/run.h"
#include "system/system.h"

#include <errno.h>

int main(int argc, char **argv)
{
	static struct options options;
	static struct output output;
	struct progress progress;
	struct run run = {.options = &options};
	if (!system_start()) {
		message("/dev/null: %s", system_reason(errno));
		return STATUS_FAILED;
	}
	if (!command_line_read(&options, argc, argv) || !constraints_check(&options))
		return STATUS_USAGE;
	if (options.command == COMMAND_MAPS && !run_draw_seed(&options))
		return STATUS_FAILED;

	output_open(&output, options.output);
	if (options.check || options.compare)
		output_start(&output, -1, NULL); /* not even standard output is written to */
	progress_watch(&progress, &output, !options.quiet);
	switch (options.command) {
	case COMMAND_MAPS:
		run.status = run_maps(&run, &output, &progress);
		break;
	case COMMAND_TILESET_IMAGE:
		if (!tileset_write(&output, options.style.tile_size))
			run.status = run_fail(&run, STATUS_FAILED,
					      "out of memory: for the tileset image; a smaller "
					      "--tile-size takes less");
		break;
	default:
		help_write(options.command, &output);
	}
	output_close(&output, run.status == STATUS_DONE);
	erase_progress_line();
	return outcome_tell(&run, &output);
}
