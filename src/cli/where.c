/* SPDX-License-Identifier: MIT */
#include "cli/where.h"

#include "base/number.h"

#include <inttypes.h>
#include <string.h>

bool range_narrow(struct range *range, const char *text)
{
	struct range limits = {0, UINT64_MAX};
	const char *min_end = number_read(text, &limits.min);
	const char *end = min_end ? min_end : text;
	if (strncmp(end, "..", 2) == 0) {
		const char *max_end = number_read(end + 2, &limits.max);
		if (!min_end && !max_end)
			return false;
		end = max_end ? max_end : end + 2;
	} else {
		limits.max = limits.min;
	}
	/* If the range ends where it starts, there are neither digits nor dots. */
	if (end == text || (*end != '\0' && *end != ','))
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
