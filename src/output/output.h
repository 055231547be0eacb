/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A buffer in front of an open descriptor, for formats to write to. The first error is recorded; after it nothing more
 * is written, and output_finish returns false.
 */

/* In bytes. */
enum { OUTPUT_BUFFER = 1 << 17 };

/* Zeroed before its first output_start, or opened by map_files_open. */
struct output {
	const char *name; /* of what is written to, for messages: a path, or "standard output" */
	int error;        /* the first error, an errno; 0: none */
	int descriptor;   /* -1: none is open */
	size_t used;      /* bytes in the buffer; formats/put.h adds to both */
	bool widened;     /* system_widen was called */
	/* These stay from one output_start to the next. */
	uint64_t written;                               /* bytes that have left the buffer */
	void (*watch)(void *watcher, uint64_t written); /* called after every write; NULL: nobody watches */
	void *watcher;
	char buffer[OUTPUT_BUFFER];
};

/*
 * Starts writing to an open descriptor, or none (-1) until the next call. The caller keeps ownership of it and of
 * `name`, which must outlive the output.
 */
void output_start(struct output *output, int descriptor, const char *name);

/* Writes `length` bytes. */
void output_write(struct output *output, const void *bytes, size_t length);

/* Writes a string. */
void output_text(struct output *output, const char *text);

/* Writes text formatted like printf, and cuts it after 1024 bytes. Slower than the others. */
__attribute__((format(printf, 2, 3))) void output_print(struct output *output, const char *format, ...);

/* Writes the same `length` bytes, at least 1, `times` times; faster than as many calls of output_write. */
void output_repeat(struct output *output, const char *bytes, size_t length, uint32_t times);

/* Records an error, an errno, unless one is recorded already. */
void output_fail(struct output *output, int error);

/* Writes what is left in the buffer. Returns true if every byte since output_start was written. */
bool output_finish(struct output *output);
