/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, do what it asks for, report how that ended. */
#include "cli/command_line.h"
#include "cli/constraints.h"
#include "cli/help.h"
#include "cli/messages.h"
#include "formats/tiled.h"
#include "run/output_words.h"
#include "run/run.h"
#include "system/system.h"

#include <errno.h>

static void write_tileset_image(const struct options *options, struct output *output,
				struct outcome *outcome)
{
	if (tileset_write(output, options->style.tile_size))
		return;
	struct error *error = outcome_fail(outcome, STATUS_FAILED);
	error_set_element(error, "out of memory");
	error_set_problem(error, "cannot write the tileset image");
	error_set_fix(error, "reduce --tile-size");
}

/* Runs a command that does not write maps: --tileset-image, or --help and others like it. */
static void run_command_without_maps(const struct options *options, struct outcome *outcome)
{
	static struct output output;
	output_open(&output, options->output);
	if (options->command == COMMAND_TILESET_IMAGE)
		write_tileset_image(options, &output, outcome);
	else
		help_write(options->command, &output);
	if (!output_close(&output, !outcome->has_failed))
		output_explain(&output, options, outcome);
}

int main(int argc, char **argv)
{
	static struct options options;
	static struct error error;
	static struct outcome outcome;
	outcome_start(&outcome);
	messages_choose_format(argc, argv);
	if (!system_start()) {
		/* Nothing else can fail there. */
		text_set(&error.file, "/dev/null");
		error_set_problem(&error, "%s", system_reason(errno));
		error.status = STATUS_FAILED;
		error_print(&error);
		return STATUS_FAILED;
	}
	/* The options point to the error, so constraints_check can set it, too. */
	if (!command_line_read(&options, argc, argv, &error) || !constraints_check(&options)) {
		error.status = STATUS_USAGE;
		error_print(&error);
		return STATUS_USAGE;
	}
	if (options.command == COMMAND_MAPS)
		run_maps(&options, &outcome);
	else
		run_command_without_maps(&options, &outcome);
	return outcome_print(&outcome);
}
