/* SPDX-License-Identifier: MIT */
#include "formats/line.h"

bool line_matches(const char *line, size_t size, const char *pattern, uint32_t *numbers)
{
	const char *line_end = line + size;
	const char *at = line;
	for (; *pattern && *pattern != '*'; pattern++) {
		if (*pattern == ' ') {
			while (at < line_end && *at == ' ')
				at++;
		} else if (*pattern == '#') {
			const char *digits = at;
			uint64_t value = 0;
			for (; at < line_end && *at >= '0' && *at <= '9' && value <= INT32_MAX;
			     at++)
				value = value * 10 + (uint64_t)(*at - '0');
			if (at == digits || value > INT32_MAX)
				return false;
			*numbers++ = (uint32_t)value;
		} else {
			if (at == line_end || *at != *pattern)
				return false;
			at++;
		}
	}
	return *pattern == '*' || at == line_end;
}

void line_count_length(struct line_lengths *lengths, uint32_t length)
{
	enum { COUNTS = sizeof lengths->counts / sizeof *lengths->counts };
	const uint32_t count = ++lengths->counts[length % COUNTS];
	if (count < lengths->usual_count ||
	    (count == lengths->usual_count && length < lengths->usual))
		return;
	lengths->usual = length;
	lengths->usual_count = count;
}
