/* SPDX-License-Identifier: MIT */
#include "cli/where.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *number_read(const char *text, uint64_t *number)
{
	/* strtoull also accepts blanks and a sign. */
	if (*text < '0' || *text > '9')
		return NULL;
	char *end;
	errno = 0;
	const uint64_t value = strtoull(text, &end, 10);
	if (errno == ERANGE)
		return NULL;
	*number = value;
	return end;
}

/* Reads a range, and returns the text after it. Returns NULL if the text has another form. */
static const char *range_read(struct range *range, const char *text)
{
	*range = (struct range){0, UINT64_MAX};
	const char *end = number_read(text, &range->min);
	if (!end) {
		if (strncmp(text, "..", 2) != 0)
			return NULL;
		return number_read(text + 2, &range->max);
	}
	if (strncmp(end, "..", 2) != 0) {
		range->max = range->min;
		return end;
	}
	/* "2.." does not have an upper limit. */
	const char *limit = end + 2;
	end = number_read(limit, &range->max);
	return end ? end : limit;
}

bool range_narrow(struct range *range, const char *text)
{
	struct range limits;
	const char *end = range_read(&limits, text);
	if (!end)
		return false;
	if (*end != '\0' && *end != ',')
		return false;
	if (limits.min > range->min)
		range->min = limits.min;
	if (limits.max < range->max)
		range->max = limits.max;
	return true;
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
