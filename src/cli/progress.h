/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/watch.h"
#include "io/input.h"
#include "io/output.h"

#include <stdbool.h>

/*
 * The progress of a run, which appears as a line on standard error after two seconds. The line
 * appears only while standard error is a terminal with the program in its foreground. It never
 * appears if the maps go to a terminal or a pipe, because their reader may be using the screen.
 *
 *     struct progress progress;
 *     progress_start(&progress, !options->quiet);
 *     progress_watch_output(&progress, &output);   if maps are written
 *     progress_watch_input(&progress, &input);     for each input file
 *     generator_make(..., &progress.watch)         and other long work on maps
 *     erase_progress_line();                       at the end
 */
struct progress {
	bool is_wanted;              /* the line may appear */
	double start_time;           /* start of the work; this and other times in seconds */
	double line_time;            /* last update of the line */
	double watch_time;           /* last report of `watch` */
	const struct output *output; /* where the maps go; NULL if no maps are written; not owned */
	struct watch watch;          /* shows the progress of work other than reading and writing */
};

/* Starts the time of the work. The line never appears if it is not wanted. */
void progress_start(struct progress *progress, bool is_wanted);

/*
 * Shows how much has been written to an output. The output must stay valid until the end of the
 * run, and so must the progress.
 */
void progress_watch_output(struct progress *progress, struct output *output);

/* Shows how much has been read from an input. The progress must stay valid while it is read. */
void progress_watch_input(struct progress *progress, struct input *input);
