/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * The output of a run: standard output, one file for all maps, or, if the name of the file is a
 * pattern (see pattern.h), one file for each map. A file appears complete or not at all.
 *
 * Calling sequence:
 *
 *     output_open(&output, path);                      or NULL for standard output
 *     for each map {
 *             if (!output_begin(&output, seed, number))
 *                     break;
 *             output_text(&output, "...");             or any other function that writes
 *             if (!output_end(&output))
 *                     break;
 *     }
 *     if (!output_close(&output, the maps are complete))
 *             report(output.error);
 *
 * Functions that write are void, because the output records its first error. After an error it
 * ignores all that follows, and output_begin, output_end, and output_close return false. So only
 * these need to be checked.
 *
 * So a run is between output_open and output_close, and a map between output_begin and output_end.
 * To write to a descriptor that is open already, call output_start, the functions that write, and
 * output_flush instead.
 */

enum {
	OUTPUT_BUFFER = 1 << 17, /* size of the buffer, in bytes */
	OUTPUT_PRINT_MAX = 1024, /* what output_print writes without its strings, in bytes */
};

/* Zero an output before its first output_start. output_open does not need that. */
struct output {
	const char *path; /* path or pattern as given, or NULL for standard output; not owned */
	bool is_pattern;  /* the path is a pattern: each map has its own file */
	const char *name; /* for messages: the current file, or "standard output"; not owned */
	char file_name[FILE_NAME_SIZE]; /* path of the current file, if the path is not NULL */
	struct atomic_file file; /* the current file; its descriptor is -1 while it is closed */
	int error;               /* errno of the first error, or 0 */

	uint64_t written; /* number of bytes that have left the buffer, for all files */

	size_t used;                /* number of bytes in the buffer */
	char buffer[OUTPUT_BUFFER]; /* the last field, because it is large and often unused */
};

/*
 * Opens an output. `path` must not have a fault in its pattern, and must stay valid until
 * output_close. If it is NULL, the output is standard output. Records errors.
 */
void output_open(struct output *output, const char *path);

/*
 * Begins a map. If each map has its own file, opens the file that is named after the seed and the
 * number of the map. Returns false on errors.
 */
bool output_begin(struct output *output, uint64_t seed, uint64_t number);

/*
 * Ends a map. If each map has its own file, completes that file, so that it gets its name. Does not
 * wait until the file is on disk. Returns false on errors.
 */
bool output_end(struct output *output);

/*
 * Writes the buffer and closes the output. If `complete` is true and no error was recorded, the
 * open file gets its name as soon as all of its bytes are on disk. Otherwise the open file is
 * removed. Bytes that went elsewhere, such as to a pipe, stay written. Returns true if every byte
 * was written.
 */
bool output_close(struct output *output, bool complete);

/*
 * Stores what identifies the regular file that the output replaces, or writes to in place. Returns
 * false if there is no such file.
 */
bool output_identify(const struct output *output, struct file_identity *identity);

/*
 * Starts an output to an open descriptor. The caller keeps ownership of the descriptor, unless it
 * calls output_close. With -1, nothing may be written before the next output_start. `name` is for
 * messages, and must stay valid as long as the output is used.
 */
void output_start(struct output *output, int descriptor, const char *name);

/*
 * Writes the buffer, and leaves the descriptor open. More bytes can be written afterwards, so a run
 * also calls this function to pass on a map early. Returns true if every byte since output_start
 * was written.
 */
bool output_flush(struct output *output);

/*
 * Replaces the first bytes of the current file, which must be that long already and not in place.
 * Only output_close may follow.
 */
void output_rewrite_start(struct output *output, const void *bytes, size_t length);

/* Functions that write. */

/* Writes the buffer, so that it is empty. After an error, drops its bytes. */
void output_empty(struct output *output);

/* Stores the digits of a number, without a NUL character. Returns the end of the digits. */
char *output_print_digits(char *at, uint64_t number);

/* Writes `length` bytes. */
void output_write(struct output *output, const void *bytes, size_t length);

/* Writes a string, without its NUL character. */
void output_text(struct output *output, const char *text);

/*
 * Writes a text formatted like printf. The format may contain only %u, %s, %c, %%, PRIu64, and
 * PRId64, without widths or flags. Strings can have any length. Everything else that a call writes
 * must be shorter than OUTPUT_PRINT_MAX bytes.
 */
__attribute__((format(printf, 2, 3))) void output_print(struct output *output, const char *format,
							...);

/*
 * Writes a literal, shorter than OUTPUT_PRINT_MAX bytes, and a number. The compiler knows how long
 * the literal is, so this is faster than output_print. JSON documents, with their many rooms and
 * tunnels, are written by it.
 */
static inline void output_number(struct output *output, const char *literal, uint64_t number)
{
	const size_t length = strlen(literal);
	if (OUTPUT_BUFFER - output->used < OUTPUT_PRINT_MAX)
		output_empty(output);
	char *at = output->buffer + output->used;
	/* NOLINTNEXTLINE(bugprone-not-null-terminated-result): digits follow */
	memcpy(at, literal, length);
	output->used = (size_t)(output_print_digits(at + length, number) - output->buffer);
}

/* Records an error, given as an errno, unless an earlier one is recorded. */
void output_fail(struct output *output, int error);
