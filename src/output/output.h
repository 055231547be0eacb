/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OUTPUT_H
#define DUNGEN_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Where a map goes: standard output, or a file that appears whole or not at all. The first error is kept; after
 * it nothing more is written, and output_close tells. Nothing is ever opened on the descriptors 0 to 2.
 */

enum {
	OUTPUT_BUFFER = 1 << 16, /* bytes; writing more at once than a pipe takes is slower */
	OUTPUT_RESERVE_MOST = 1 << 12,
};

struct output {
	const char *name; /* for a message: the file's, or "standard output" */
	int error;        /* the first error, an errno; 0: none */
	int descriptor;
	struct replacement *replacement; /* NULL: what is written stands at once */
	uint64_t written;                /* bytes that left the buffer */
	size_t used;                     /* bytes in it */
	bool widened;                    /* a pipe was asked to take more */
	/* Who wants to know of every write, with the bytes written so far; NULL: nobody. Set after output_open. */
	void (*watch)(void *watcher, uint64_t written);
	void *watcher;
	char buffer[OUTPUT_BUFFER];
};

/*
 * Begins to write to the file `path`, or to standard output where path is NULL or "-". `path` stays the
 * caller's and has to stay as long as the output. Errors are kept for output_close.
 *
 * A regular file is written beside its place as .NAME.XXXXXX; that file is removed when output_close
 * fails and when HUP, INT, TERM or PIPE end the program. Only one output may be open at a time.
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

/* Lets the output fail with an errno, if it has not yet. */
void output_fail(struct output *output, int error);

/* Writes what is left, syncs, closes, and puts the file in its place. True when every byte was written. */
bool output_close(struct output *output);

#endif
