/* SPDX-License-Identifier: MIT */
#include "formats/put.h"

enum { DIGITS_MOST = 20 };

struct cursor put_slowly(struct cursor cursor, const char *bytes, size_t length)
{
	cursor_end(cursor);
	output_write(cursor.output, bytes, length);
	return cursor_begin(cursor.output);
}

/* Writes the number and returns how many digits it has. */
static size_t write_digits(char *at, uint64_t number)
{
	size_t length = 1;
	for (uint64_t bound = 10; length < DIGITS_MOST && number >= bound; bound *= 10)
		length++;
	for (size_t i = length; i-- > 0; number /= 10)
		at[i] = (char)('0' + number % 10);
	return length;
}

struct cursor put_number(struct cursor cursor, uint64_t number)
{
	char digits[DIGITS_MOST];
	if (cursor_room(cursor) < DIGITS_MOST)
		return put_slowly(cursor, digits, write_digits(digits, number));
	cursor.at += write_digits(cursor.at, number);
	return cursor;
}
