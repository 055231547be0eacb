/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/output.h"
#include "system/system.h"

/*
 * The output of a run: standard output, one file for all maps, or, if the name of the file is a
 * pattern (see pattern.h), one file for each map. A file appears complete or not at all.
 *
 * Calling sequence:
 *
 *     output_file_open(&file, path);                   or NULL for standard output
 *     for each map {
 *             if (!output_file_begin(&file, seed, number))
 *                     break;
 *             output_text(&file.output, "...");        or any other function that writes
 *             if (!output_file_end(&file))
 *                     break;
 *     }
 *     if (!output_file_close(&file, the maps are complete))
 *             report(file.output.error);
 *
 * After an error, output_file_begin, output_file_end, and output_file_close return false. So only
 * these need to be checked.
 *
 * So a run is between output_file_open and output_file_close, and a map between output_file_begin
 * and output_file_end. To write to a descriptor that is open already, call output_file_start, the
 * functions that write, and output_file_flush instead.
 */

/* Zero it before its first output_file_start. output_file_open does not need that. */
struct output_file {
	struct output output; /* the first field, so that a pointer to it is one to the file */
	const char *path;     /* path or pattern as given, or NULL for standard output; not owned */
	bool is_pattern;      /* the path is a pattern: each map has its own file */
	const char *name;     /* for messages: the current file, or "standard output"; not owned */
	char file_name[FILE_NAME_SIZE]; /* path of the current file, if the path is not NULL */
	struct atomic_file atomic; /* the current file; its descriptor is -1 while it is closed */
	uint64_t written;          /* number of bytes that have left the buffer, for all files */
};

/*
 * Opens an output. `path` must not have a fault in its pattern, and must stay valid until
 * output_file_close. If it is NULL, the output is standard output. Records errors.
 */
void output_file_open(struct output_file *file, const char *path);

/*
 * Begins a map. If each map has its own file, opens the file that is named after the seed and the
 * number of the map. Returns false on errors.
 */
bool output_file_begin(struct output_file *file, uint64_t seed, uint64_t number);

/*
 * Ends a map. If each map has its own file, completes that file, so that it gets its name. Does not
 * wait until the file is on disk. Returns false on errors.
 */
bool output_file_end(struct output_file *file);

/*
 * Writes the buffer and closes the output. If `complete` is true and no error was recorded, the
 * open file gets its name as soon as all of its bytes are on disk. Otherwise the open file is
 * removed. Bytes that went elsewhere, such as to a pipe, stay written. Returns true if every byte
 * was written.
 */
bool output_file_close(struct output_file *file, bool complete);

/*
 * Stores what identifies the regular file that the output replaces, or writes to in place. Returns
 * false if there is no such file.
 */
bool output_file_identify(const struct output_file *file, struct file_identity *identity);

/*
 * Starts an output to an open descriptor. The caller keeps ownership of the descriptor, unless it
 * calls output_file_close. With -1, nothing may be written before the next output_file_start.
 * `name` is for messages, and must stay valid as long as the output is used.
 */
void output_file_start(struct output_file *file, int descriptor, const char *name);

/*
 * Writes the buffer, and leaves the descriptor open. More bytes can be written afterwards, so a run
 * also calls this function to pass on a map early. Returns true if every byte since
 * output_file_start was written.
 */
bool output_file_flush(struct output_file *file);

/* These functions are for formats. Their output must be that of an output_file. */

/* Returns the path of the current file, or NULL for standard output. */
const char *output_file_name(const struct output *output);

/*
 * Replaces the first bytes of the current file, which must be that long already and not in place.
 * Only output_file_close may follow.
 */
void output_file_rewrite_start(struct output *output, const void *bytes, size_t length);
