/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PROGRESS_H
#define DUNGEN_PROGRESS_H

#include "output/output.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Shows a person who waits how far the work is, in a line on standard error after two seconds: only while standard
 * error is a terminal and the program is in its foreground, and only if the map goes to neither a terminal nor a pipe,
 * whose reader may be using the screen.
 */
struct progress {
	const struct output *output;
	double start, last; /* system_seconds when the work began, and when the line was last due */
	bool wanted, visible;
};

/* Starts watching an output, if wanted. Both must stay until progress_erase. */
void progress_watch(struct progress *progress, struct output *output, bool wanted);

/* For generator_watch: `progress` is a struct progress. */
void progress_made(void *progress, const char *what, uint64_t done, uint64_t of);

/* Takes the line off the screen, if there is one. A signal that ends the program does so too. */
void progress_erase(struct progress *progress);

#endif
