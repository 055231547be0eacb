/* SPDX-License-Identifier: MIT */
#include "cli/where.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *number_read(const char *text, uint64_t *number)
{
	char *end;
	errno = 0;
	uint64_t value = strtoull(text, &end, 10);
	/* It also takes blanks and a sign. */
	if (*text < '0' || *text > '9' || errno == ERANGE)
		return NULL;
	*number = value;
	return end;
}

bool range_narrow(struct range *range, const char *text)
{
	uint64_t first = 0;
	uint64_t last = UINT64_MAX;
	const char *end = number_read(text, &first);
	const bool has_first = end != NULL;
	const char *dots = has_first ? end : text;
	if (strncmp(dots, "..", 2) == 0) {
		end = number_read(dots + 2, &last);
		/* "2.." has no upper limit, but ".." alone is not a range. */
		if (!end && has_first)
			end = dots + 2;
	} else {
		last = first;
	}
	if (first > range->min)
		range->min = first;
	if (last < range->max)
		range->max = last;
	return end && (*end == '\0' || *end == ',');
}

const char *condition_text(const struct where *where, enum measure measure)
{
	const struct range range = where->ranges[measure];
	const char *name = measure_names[measure];
	if (range.min == range.max)
		return phrase("%s=%" PRIu64, name, range.min);
	if (range.max == UINT64_MAX)
		return phrase("%s=%" PRIu64 "..", name, range.min);
	if (range.min == 0)
		return phrase("%s=..%" PRIu64, name, range.max);
	return phrase("%s=%" PRIu64 "..%" PRIu64, name, range.min, range.max);
}
