/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"
#include "io/output.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Writes many short texts and numbers straight into the buffer of an output. A cursor is passed and
 * returned by value, so that it stays in registers. Nothing else may write to the output between
 * cursor_begin and cursor_end.
 */
struct cursor {
	char *at;
	struct output *output;
};

static inline struct cursor cursor_begin(struct output *output)
{
	return (struct cursor){output->buffer + output->used, output};
}

static inline void cursor_end(struct cursor cursor)
{
	cursor.output->used = (size_t)(cursor.at - cursor.output->buffer);
}

/* How many bytes fit into the buffer. */
static inline size_t cursor_room(struct cursor cursor)
{
	return (size_t)(cursor.output->buffer + OUTPUT_BUFFER - cursor.at);
}

/* Puts `length` bytes with output_write, whether or not they fit into the buffer. */
struct cursor put_slowly(struct cursor cursor, const char *bytes, size_t length);

/* Puts `length` bytes. Inline, so that the copy of a literal is a few moves. */
static inline struct cursor put_bytes(struct cursor cursor, const char *bytes, size_t length)
{
	if (length > cursor_room(cursor))
		return put_slowly(cursor, bytes, length);
	memcpy(cursor.at, bytes, length);
	cursor.at += length;
	return cursor;
}

/* Puts a string. */
static inline struct cursor put_text(struct cursor cursor, const char *text)
{
	return put_bytes(cursor, text, strlen(text));
}

enum { DIGITS_MAX = 20 };

/* Writes a number in decimal digits, at most DIGITS_MAX, and returns their end. */
char *put_digits(char *at, uint64_t number);

/* Puts a string and then a number in decimal digits. One check of the room is enough for both. */
static inline struct cursor put_pair(struct cursor cursor, const char *text, uint64_t number)
{
	/* cppcheck-suppress variableScope; declared before the condition that it is used in */
	char digits[DIGITS_MAX];
	size_t length = strlen(text);
	if (cursor_room(cursor) < length + DIGITS_MAX)
		return put_slowly(put_slowly(cursor, text, length), digits,
				  (size_t)(put_digits(digits, number) - digits));
	memcpy(cursor.at, text, length);
	cursor.at = put_digits(cursor.at + length, number);
	return cursor;
}

/* Puts the seed between two texts, or nothing if the map has none. */
static inline struct cursor put_seed(struct cursor cursor, const char *before,
				     const struct map *map, const char *after)
{
	return map->lacks & LACKS_SEED
		       ? cursor
		       : put_text(put_pair(cursor, before, map->recipe.seed), after);
}
