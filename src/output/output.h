/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OUTPUT_H
#define DUNGEN_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What formats write to: a buffer before an open descriptor. The first error is kept; after it nothing more is written,
 * and output_finish returns false.
 */

/* In bytes. Writing more at once than a pipe takes is slower; Linux lets a pipe take more than its usual 64 KiB. */
#if defined __linux__ && !defined DUNGEN_PORTABLE
enum { OUTPUT_BUFFER = 1 << 17 };
#else
enum { OUTPUT_BUFFER = 1 << 16 };
#endif
enum { OUTPUT_RESERVE_MOST = 1 << 12 };

/* Zeroed before its first output_start. */
struct output {
	const char *name; /* what the first error is about: a file's path, "standard output", "memory" */
	int error;        /* the first error, an errno; 0: none */
	int descriptor;   /* -1: none, and output_start or output_fail is to follow */
	size_t used;      /* bytes in the buffer */
	bool widened;     /* a pipe was asked to take more */
	/* These stay from one output_start to the next. */
	uint64_t written;                               /* bytes that have left the buffer */
	void (*watch)(void *watcher, uint64_t written); /* called after every write; NULL: nobody watches */
	void *watcher;
	char buffer[OUTPUT_BUFFER];
};

/* Begins to write to a descriptor, which stays the caller's, as the name does, which has to stay. */
void output_start(struct output *output, int descriptor, const char *name);

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

/* Writes what is left in the buffer. True when every byte since output_start was written. */
bool output_finish(struct output *output);

#endif
