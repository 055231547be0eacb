/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * The progress of a run, as a line on standard error that replaces itself:
 *
 *     dungen: 3400 of 400000 maps in 3 s
 *
 * Usage:
 *
 *     progress_start(is_wanted, "maps", 400000);
 *     for each map {
 *             read and write it                    inputs and outputs count their bytes
 *             progress.done++;
 *             progress_show();
 *     }
 *     progress_end();
 *
 * There is only one line, so there is only one `progress`, and no function passes it on. Everyone
 * who counts something calls progress_show after that, which decides whether the line is due.
 */
struct progress {
	bool is_wanted;    /* the line may appear */
	double start_time; /* start of the run, in seconds */
	double line_time;  /* last update of the line, in seconds */

	const char *things; /* what the run counts: "maps" */
	uint64_t done;      /* number of these things that are done */
	uint64_t total; /* how many there are; 1 or unknown (0): rows or bytes are shown instead */
	uint64_t seed_count; /* number of seeds that a search has tried; 0 if it is no search */

	uint32_t row;       /* of the current picture, starting at 0 */
	uint32_t row_count; /* rows of that picture; 0 if there is none */

	uint64_t bytes_read;    /* of the current file */
	uint64_t bytes_to_read; /* size of that file; 0 if unknown */
	uint64_t bytes_written; /* to all files */
};

extern struct progress progress;

/*
 * Starts a run. The line never appears if it is not wanted, or if standard error is not a terminal.
 */
void progress_start(bool is_wanted, const char *things, uint64_t total);

/*
 * Updates the line, if the work has taken two seconds, the last update is a quarter of a second
 * old, and the program is in the foreground of the terminal. A signal that ends the program erases
 * the line.
 */
void progress_show(void);

/*
 * Erases the line if it is visible, so that a message can have the terminal. Does not touch a
 * terminal that another program has by now.
 */
void progress_erase(void);

/* Erases the line, which does not appear again before the next progress_start. */
void progress_end(void);
