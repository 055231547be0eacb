/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/watch.h"
#include "io/input.h"
#include "io/output.h"

#include <stdbool.h>

/*
 * A line on standard error that shows the progress of a run after two seconds. It appears only
 * while standard error is a terminal with the program in its foreground, and never if the map goes
 * to a terminal or a pipe, whose reader may be using the screen.
 *
 *     struct progress progress;
 *     progress_start(&progress, !options->quiet);
 *     progress_watch_output(&progress, &output);      if maps are written
 *     progress_watch_input(&progress, &input);        for each file that is read
 *     pass &progress.watch to whatever else takes long
 *     erase_progress_line();                          at the end
 */
struct progress {
	bool is_wanted;
	double start_time;           /* start of the work, in seconds of system_seconds */
	double line_time;            /* last update of the line */
	double watch_time;           /* last report of `watch` */
	const struct output *output; /* of the maps; NULL if none are written */
	struct watch watch;          /* for everything but reading and writing */
};

/* Starts the time of the work. The line is never shown unless it is wanted. */
void progress_start(struct progress *progress, bool is_wanted);

/* Shows how much has been written to an output, which must stay valid until the end of the run. */
void progress_watch_output(struct progress *progress, struct output *output);

/* Shows how much has been read from an input. */
void progress_watch_input(struct progress *progress, struct input *input);
