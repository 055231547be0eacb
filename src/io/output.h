/* SPDX-License-Identifier: MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * A stream of bytes, and the functions that write to it. It knows no system: its owner sets
 * `drain`, which takes the bytes out of the buffer, such as to a file (output_file.h) or to memory.
 *
 * Functions that write are void, because the output records its first error. After an error, it
 * ignores all that follows.
 */

enum {
	OUTPUT_BUFFER = 1 << 17, /* size of the buffer, in bytes */
	OUTPUT_PRINT_MAX = 1024, /* what output_print writes without its strings, in bytes */
};

struct output {
	/*
	 * Takes bytes that are older than all later ones: those of the buffer, or others while the
	 * buffer is empty. Records errors, and ignores the bytes after an error.
	 */
	void (*drain)(struct output *output, const char *bytes, size_t length);
	int error;                  /* the first error, such as an errno, or 0 */
	size_t used;                /* number of bytes in the buffer */
	char buffer[OUTPUT_BUFFER]; /* the last field, because it is large and often unused */
};

/* Drains the buffer, so that it is empty. After an error, drops its bytes. */
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
