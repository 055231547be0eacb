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
 */
struct progress {
	const struct output *output;
	double start, last; /* in system_seconds: start of the work, last update of the line */
	double made;        /* the last report of `watch` */
	struct watch watch; /* for maps */
	bool wanted;
};

/* Starts to watch an output, if wanted. Both must stay valid until the end of the run. */
void progress_watch(struct progress *progress, struct output *output, bool wanted);

/* Watches an input, too, which is read before anything is written. */
void progress_watch_input(struct progress *progress, struct input *input);
