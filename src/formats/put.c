/* SPDX-License-Identifier: MIT */
#include "formats/put.h"

char *put_number(char *at, uint64_t number)
{
	char digits[20];
	size_t first = sizeof digits;
	do {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	return put_bytes(at, digits + first, sizeof digits - first);
}
