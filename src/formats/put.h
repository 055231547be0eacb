/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PUT_H
#define DUNGEN_PUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Text and numbers put into memory that output_reserve gave, for formats of many short pieces. Each returns where
 * the next piece goes; the caller sees to it that there is room.
 */

/* Puts a string literal. */
#define PUT(at, literal) put_bytes(at, literal, sizeof(literal) - 1)

/* Puts `length` bytes. Inline: a literal's length is known then, and its copy is a few moves. */
static inline char *put_bytes(char *at, const char *bytes, size_t length)
{
	memcpy(at, bytes, length);
	return at + length;
}

/* Puts a number in decimal digits, at most 20. */
char *put_number(char *at, uint64_t number);

/* Puts a number that may be negative, at most 20 characters. */
static inline char *put_signed(char *at, int64_t number)
{
	return number < 0 ? put_number(PUT(at, "-"), 0 - (uint64_t)number) : put_number(at, (uint64_t)number);
}

/* Puts an XML attribute, a space before it: ` name="7"`. */
static inline char *put_attribute(char *at, const char *name, uint64_t number)
{
	at = PUT(at, " ");
	at = put_bytes(at, name, strlen(name));
	at = PUT(at, "=\"");
	at = put_number(at, number);
	return PUT(at, "\"");
}

#endif
