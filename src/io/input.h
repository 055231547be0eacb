/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"

/*
 * Reads the bytes of a file or of standard input into a buffer that grows. The caller takes bytes
 * from its start, line by line or in pieces of any size:
 *
 *     struct input input = {.descriptor = -1};
 *     input_open(&input, "maps.ndjson");              "-" is standard input
 *     while (input_line(&input, &line, &length))      a whole line
 *             parse(line, length);
 *     if (input.error)
 *             report(input.error);
 *     input_close(&input);
 *
 * For other pieces, use the bytes from input.start to input.end, and add to input.start what has
 * been used:
 *
 *     while (input.start < input.end || input_more(&input))
 *             input.start += parse_some(input.bytes + input.start, input.end - input.start);
 *
 * The first error is recorded in input.error. After that, the input looks as if the file had ended,
 * so that a reader can check for errors once, at the end.
 */
struct input {
	const char *name; /* for messages: the path, or "standard input"; not owned */
	int error;        /* errno of the first error, or 0 */
	int descriptor;   /* descriptor of the file until it has ended, or -1 */
	bool has_ended;   /* the file does not have any bytes that are not in the buffer yet */

	ARRAY(char, bytes); /* the buffer */
	size_t start;       /* index of the first byte that has not been used */
	size_t end;         /* index after the last byte of the buffer */

	uint64_t total; /* number of bytes read so far */
	uint64_t lines; /* number of lines used so far; input_line counts its lines, and a
			   reader that does not call it counts its own */
};

/*
 * Opens the file at `path`, or standard input if the path is "-", and skips a byte order mark in
 * UTF-8. The struct must be zeroed, except for the descriptor, whose old value does not matter:
 * input_close leaves it as -1. `path` must stay valid until input_close. Records errors.
 */
void input_open(struct input *input, const char *path);

/*
 * Reads more bytes. Bytes that have not been used stay in the buffer but may move, so pointers into
 * the buffer become invalid. Returns false at the end of the file, after storing a line feed at
 * bytes[end], and on errors. ENOMEM is one of these.
 */
bool input_more(struct input *input);

/*
 * Reads until the next `length` bytes are in the buffer. Returns false if the file is shorter, and
 * on errors.
 */
bool input_has(struct input *input, uint64_t length);

/*
 * Returns the length of the next line and leaves the line in the buffer, at bytes[start]. The byte
 * after the line is in the buffer, too. It is a line feed, which is added if the file lacks the
 * last one, or a NUL character, which also ends a line. Returns 0 for an empty line, at the end of
 * the file, and on errors.
 */
size_t input_peek_line(struct input *input);

/*
 * Reads the rest of the file into the buffer, and stores a line feed after it, at bytes[end].
 * Returns false on errors.
 */
bool input_read_all(struct input *input);

/*
 * Reads the next line. Stores its start and length in *line and *length, without the line feed, or
 * carriage return and line feed, at its end. The line stays valid until the next call. A line that
 * contains a NUL character ends after that, and its length includes the NUL character. Returns
 * false at the end of the file and on errors; check input->error to tell them apart.
 */
bool input_line(struct input *input, const char **line, size_t *length);

/* Closes the file and frees the buffer. Safe on a zeroed struct, and on a closed input. */
void input_close(struct input *input);
