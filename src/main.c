/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, do what it asks for, report how that ended. */
#include "cli/command_line.h"
#include "cli/constraints.h"
#include "cli/help.h"
#include "cli/printer.h"
#include "formats/tileset.h"
#include "run/run.h"
#include "system/system.h"

#include <errno.h>

/* Runs a command that does not write maps: --tileset-image, or --help and others like it. */
static void run_command_without_maps(const struct options *options, struct outcome *outcome)
{
	static struct output_file file;
	output_file_open(&file, options->targets[0].path);
	if (options->command != COMMAND_TILESET_IMAGE) {
		help_write(options->command, &file.output);
	} else if (!tileset_write(&file.output,
				  style_tile_size(&options->style, TILE_SIZE_DEFAULT))) {
		outcome->message.place.option = "tileset-image";
		(void)outcome_stop(outcome);
	}
	if (!output_file_close(&file, message_is_empty(&outcome->message)))
		outcome_fail_output(outcome, &file, options, NULL);
}

int main(int argc, char **argv)
{
	static struct options options;
	static struct message message;
	struct outcome outcome = {.status = STATUS_DONE};
	if (!system_start()) {
		/* Nothing else can fail there. */
		message.place.file = "/dev/null";
		fail(&message, STATUS_FAILED, "%s", system_reason(errno));
		printer_print(&message);
		return STATUS_FAILED;
	}
	/* The options point to the message, so constraints_check can set it, too. */
	const bool is_read = command_line_read(&options, argc, argv, &message);
	printer_use_json(options.messages_index == MESSAGES_JSON);
	if (!is_read || !constraints_check(&options)) {
		printer_print(&message);
		return (int)message.status;
	}
	if (options.command == COMMAND_MAPS)
		run_maps(&options, &outcome);
	else
		run_command_without_maps(&options, &outcome);
	return (int)outcome_print(&outcome);
}
