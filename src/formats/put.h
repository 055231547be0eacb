/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"
#include "io/output.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Puts many short texts and numbers straight into the buffer of an output.
 *
 * Usage:
 *
 *     struct cursor cursor = cursor_begin(output);
 *     cursor = put_text(cursor, "{");
 *     cursor = put_number(cursor, "\"width\":", 80);
 *     cursor = put_number(cursor, ",\"height\":", 45);
 *     cursor = put_text(cursor, "}");
 *     cursor_end(cursor);
 *
 * Functions get a cursor by value and return it, so that it stays in registers. Nothing else may
 * write to the output between cursor_begin and cursor_end. The output records errors. After an
 * error, it keeps its buffer, and drops everything that no longer fits.
 */
struct cursor {
	char *at;              /* where the next byte goes in the buffer */
	struct output *output; /* not owned */
};

/* Begins after the bytes that the output has buffered. */
static inline struct cursor cursor_begin(struct output *output)
{
	return (struct cursor){output->buffer + output->used, output};
}

/* Hands all that was put over to the output. */
static inline void cursor_end(struct cursor cursor)
{
	cursor.output->used = (size_t)(cursor.at - cursor.output->buffer);
}

/* Returns how many bytes fit into the buffer. */
static inline size_t cursor_space(struct cursor cursor)
{
	return (size_t)(cursor.output->buffer + OUTPUT_BUFFER - cursor.at);
}

/* Puts `length` bytes, even if they do not fit into the buffer. */
struct cursor put_bytes_slowly(struct cursor cursor, const char *bytes, size_t length);

/* Puts `length` bytes. The function is inline, so that the copy of a literal is a few moves. */
static inline struct cursor put_bytes(struct cursor cursor, const char *bytes, size_t length)
{
	if (length <= cursor_space(cursor)) {
		memcpy(cursor.at, bytes, length);
		cursor.at += length;
	} else {
		cursor = put_bytes_slowly(cursor, bytes, length);
	}
	return cursor;
}

/* Puts a string. */
static inline struct cursor put_text(struct cursor cursor, const char *text)
{
	return put_bytes(cursor, text, strlen(text));
}

enum { DIGITS_MAX = 20 }; /* digits of the largest number */

/*
 * Writes a number in decimal digits, 1 to DIGITS_MAX bytes without a NUL character. Returns the end
 * of the digits.
 */
char *put_digits(char *at, uint64_t number);

/* Puts a string and a number, even if they do not fit into the buffer. */
struct cursor put_number_slowly(struct cursor cursor, const char *text, uint64_t number);

/* Puts a string and, after it, a number in decimal digits. Looks only once whether both fit. */
static inline struct cursor put_number(struct cursor cursor, const char *text, uint64_t number)
{
	const size_t length = strlen(text);
	if (cursor_space(cursor) < length + DIGITS_MAX)
		return put_number_slowly(cursor, text, number);
	memcpy(cursor.at, text, length);
	cursor.at = put_digits(cursor.at + length, number);
	return cursor;
}

/* Puts the seed between two strings, or nothing if the map lacks the seed. */
static inline struct cursor put_seed(struct cursor cursor, const char *before,
				     const struct map *map, const char *after)
{
	if (map->lacks & LACKS_SEED)
		return cursor;
	cursor = put_number(cursor, before, map->recipe.seed);
	return put_text(cursor, after);
}
