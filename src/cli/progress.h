/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PROGRESS_H
#define DUNGEN_PROGRESS_H

#include "output/output.h"

#include <stdbool.h>
#include <time.h>

/*
 * What has been written so far, for a person who waits: a line on standard error after two seconds, while that
 * is a terminal and the output is not.
 */
struct progress {
	struct timespec start, shown; /* when the work began, and when the line last changed */
	bool visible;
};

/* Begins to watch an output that was just opened, where it is wanted; both have to stay until progress_erase. */
void progress_watch(struct progress *progress, struct output *output, bool wanted);

/* Takes the line off the screen again; legal where none is. A signal that ends the program does it too. */
void progress_erase(struct progress *progress);

#endif
