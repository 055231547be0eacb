/* SPDX-License-Identifier: MIT */
#include "formats/put.h"

struct cursor put_slowly(struct cursor cursor, const char *bytes, size_t length)
{
	cursor_end(cursor);
	output_write(cursor.output, bytes, length);
	return cursor_begin(cursor.output);
}

char *put_digits(char *at, uint64_t number)
{
	size_t length = 1;
	for (uint64_t bound = 1; number / 10 >= bound; bound *= 10)
		length++;
	for (char *next = at + length; next > at; number /= 10)
		*--next = (char)('0' + number % 10);
	return at + length;
}
