/* SPDX-License-Identifier: MIT */
#include "base/number.h"

#include <stddef.h>

const char *number_read(const char *text, uint64_t *number)
{
	uint64_t value = 0;
	if (*text < '0' || *text > '9')
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++) {
		const uint64_t digit = (uint64_t)(*text - '0');
		if (value > (UINT64_MAX - digit) / 10)
			return NULL;
		value = value * 10 + digit;
	}
	*number = value;
	return text;
}
