/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OUTPUT_H
#define DUNGEN_OUTPUT_H

#include "output/replacement.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Where a map goes: standard output, or a file that appears whole or not at all. The first error is kept; after
 * it nothing more is written, and output_close returns false. No file is ever left open on the descriptors 0 to 2.
 */

enum {
	OUTPUT_BUFFER = 1 << 16, /* bytes; writing more at once than a pipe takes is slower */
	OUTPUT_RESERVE_MOST = 1 << 12,
};

/* Zeroed before it is opened the first time. */
struct output {
	const char *name; /* what the first error is about: the file's path, "standard output", "memory" */
	int error;        /* the first error, an errno; 0: none */
	int descriptor;   /* -1: not open */
	bool replacing;   /* to a file that is not in its place yet; otherwise what is written stands at once */
	struct replacement replacement;
	size_t used;  /* bytes in the buffer */
	bool widened; /* a pipe was asked to take more */
	/* These stay from one output_open to the next. */
	uint64_t written;                               /* bytes that have left the buffer */
	void (*watch)(void *watcher, uint64_t written); /* called after every write; NULL: nobody watches */
	void *watcher;
	char buffer[OUTPUT_BUFFER];
};

/*
 * Begins to write to the file `path`, or to standard output where path is NULL or "-". `path` stays the
 * caller's and has to stay as long as the output. Errors are kept for output_close.
 *
 * A regular file is written beside its place as .NAME.XXXXXX; that file is removed when output_close
 * fails and when a signal ends the program. Only one output may be open at a time.
 */
void output_open(struct output *output, const char *path);

/* Writes `length` bytes. */
void output_write(struct output *output, const void *bytes, size_t length);

/* Writes a string. */
void output_text(struct output *output, const char *text);

/* Writes `length` bytes, at least 1, `times` times; it costs far less than as many calls of output_write. */
void output_repeat(struct output *output, const char *bytes, size_t length, uint32_t times);

/*
 * Memory for up to `most` bytes, at most OUTPUT_RESERVE_MOST, to be filled before any other call on this output;
 * output_advance then says how many were. For writers of many short pieces.
 */
char *output_reserve(struct output *output, size_t most);
void output_advance(struct output *output, size_t length);

/* Lets the output fail, if it has not yet: `name`, which has to stay, is what failed with that errno. */
void output_fail(struct output *output, const char *name, int error);

/* Writes what is left, flushes it to disk, closes, and puts the file in its place. True when every byte was written. */
bool output_close(struct output *output);

#endif
