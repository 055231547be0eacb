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
	static const char pairs[] = "00010203040506070809101112131415161718192021222324"
				    "25262728293031323334353637383940414243444546474849"
				    "50515253545556575859606162636465666768697071727374"
				    "75767778798081828384858687888990919293949596979899";
	size_t length = 1;
	for (uint64_t bound = 1; number / 10 >= bound; bound *= 10)
		length++;
	char *end = at + length, *next = end;
	for (; number >= 10; number /= 100) {
		next -= 2;
		memcpy(next, pairs + 2 * (number % 100), 2);
	}
	if (next > at)
		*at = (char)('0' + number);
	return end;
}
