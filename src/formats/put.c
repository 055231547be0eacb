/* SPDX-License-Identifier: MIT */
#include "formats/put.h"

struct cursor put_bytes_slowly(struct cursor cursor, const char *bytes, size_t length)
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
	for (char *digit = at + length; digit > at; number /= 10)
		*--digit = (char)('0' + number % 10);
	return at + length;
}

struct cursor put_number_slowly(struct cursor cursor, const char *text, uint64_t number)
{
	char digits[DIGITS_MAX];
	const char *digits_end = put_digits(digits, number);
	cursor = put_bytes_slowly(cursor, text, strlen(text));
	return put_bytes_slowly(cursor, digits, (size_t)(digits_end - digits));
}
