/* SPDX-License-Identifier: MIT */
#include "cli/number.h"

#include <stddef.h>

const char *number_read(const char *text, uint64_t *number)
{
	uint64_t value = 0;
	const char *c = text;
	for (; *c >= '0' && *c <= '9'; c++) {
		uint64_t digit = (uint64_t)(*c - '0');
		if (value > (UINT64_MAX - digit) / 10)
			return NULL;
		value = value * 10 + digit;
	}
	*number = value;
	return c == text ? NULL : c;
}
