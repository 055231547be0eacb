/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PROGRESS_H
#define DUNGEN_PROGRESS_H

#include "output/output.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * How far the work is, for a person who waits: a line on standard error after two seconds. It is shown only while
 * standard error is a terminal and the program is in its foreground, and only where the map goes to neither a terminal
 * nor a pipe, whose reader may be using the screen.
 */
struct progress {
	const struct output *output;
	struct timespec start, last; /* when the work began, and when the line was last due */
	bool wanted, visible;
};

/* Starts to watch what is written to an output, if wanted; both have to stay until progress_erase. */
void progress_watch(struct progress *progress, struct output *output, bool wanted);

/* Watches a generator: a function for generator_watch, `progress` being a struct progress. */
void progress_attempts(void *progress, uint64_t attempts, uint64_t of);

/* Takes the line off the screen again; legal where there is none. A signal that ends the program does it too. */
void progress_erase(struct progress *progress);

#endif
