/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Where the maps of a run go: standard output, a file, or a file for each map (see pattern.h).
 * Files appear whole or not at all. Formats write to a buffer. The first error is recorded; after
 * it nothing more is written, and output_finish and output_close return false.
 */

/* In bytes. */
enum { OUTPUT_BUFFER = 1 << 17 };

/* Zeroed before its first output_start, or opened by output_open. */
struct output {
	const char *path; /* as given; NULL: standard output */
	bool is_pattern;  /* of a file for each map */
	const char *name; /* of what is written to, for messages: a path, or "standard output" */
	char file_name[FILE_NAME_SIZE]; /* of the current file: the path with its % filled in */
	struct atomic_file file;        /* its descriptor is -1 if nothing is open */
	int error;                      /* the first error, an errno; 0: none */
	size_t used;                    /* bytes in the buffer; formats/put.h adds to both */
	/* These stay from one file to the next. */
	uint64_t written; /* bytes that have left the buffer */
	void (*watch)(void *watcher,
		      uint64_t written); /* called after every write; NULL: nobody watches */
	void *watcher;
	char buffer[OUTPUT_BUFFER]; /* last, since it is large and often unused */
};

/*
 * Starts writing to `path`, which has no fault in its pattern and must outlive the output; to
 * standard output if it is NULL. Errors are recorded.
 */
void output_open(struct output *output, const char *path);

/*
 * Call before writing a map: opens its file, if each map has one, named after its seed and number.
 * Returns false after an error.
 */
bool output_begin(struct output *output, uint64_t seed, uint64_t number);

/*
 * Call after writing a map: puts its file in place, if each map has one, without flushing it to
 * disk. Returns false after an error.
 */
bool output_end(struct output *output);

/*
 * Writes what is left and closes. If the maps are complete and there was no error, a file for all
 * maps is flushed to disk and put in its place; so is a file of one map, if output_end was not
 * called for it. Otherwise the open file is removed, but bytes written elsewhere stay. Returns true
 * if every byte was written.
 */
bool output_close(struct output *output, bool complete);

/*
 * Returns whether maps stay written if the run fails later: each has its own file, or the output is
 * written to directly.
 */
bool output_keeps_maps(const struct output *output);

/* Returns whether the output writes directly to the regular file of an open descriptor. */
bool output_writes_to(const struct output *output, int descriptor);

/* Returns whether the output writes directly to the regular file that a path leads to. */
bool output_writes_to_path(const struct output *output, const char *path);

/* Returns whether the current file will replace the file of an open descriptor. */
bool output_replaces(const struct output *output, int descriptor);

/*
 * Starts writing to an open descriptor, or none (-1) until the next call. The caller keeps
 * ownership of it, unless output_close is called, and of `name`, which must outlive the output.
 */
void output_start(struct output *output, int descriptor, const char *name);

/* Writes `length` bytes. */
void output_write(struct output *output, const void *bytes, size_t length);

/* Writes a string. */
void output_text(struct output *output, const char *text);

/* Writes text formatted like printf, and cuts it after 1024 bytes. Slower than the others. */
__attribute__((format(printf, 2, 3))) void output_print(struct output *output, const char *format,
							...);

/* Records an error, an errno, unless one is recorded already. */
void output_fail(struct output *output, int error);

/* Drops the bytes in the buffer. They are never written. */
void output_drop(struct output *output);

/* Writes what is left in the buffer. Returns true if every byte since output_start was written. */
bool output_finish(struct output *output);
