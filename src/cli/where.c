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
	uint64_t first = 0, last = UINT64_MAX;
	const char *least = number_read(text, &first), *end = least;
	if (strncmp(least ? least : text, "..", 2) == 0) {
		const char *dots = least ? least : text, *most = number_read(dots + 2, &last);
		end = most ? most : least ? dots + 2 : NULL;
	} else {
		last = first;
	}
	range->least = range->least > first ? range->least : first;
	range->most = range->most < last ? range->most : last;
	return end && (!*end || *end == ',');
}

/* How far a value is from a range. */
static uint64_t distance(struct range range, uint64_t value)
{
	return value < range.least  ? range.least - value
	       : value > range.most ? value - range.most
				    : 0;
}

bool where_holds(const struct where *where, const struct stats *stats, struct misses *misses)
{
	unsigned met = 0;
	for (int i = 0; i < MEASURES; i++) {
		uint64_t value = stats->value[i], away = distance(where->range[i], value);
		if (!(where->asked & stats->known & 1u << i))
			continue;
		if (away == 0)
			met |= 1u << i;
		else if (!(misses->seen >> i & 1) ||
			 away < distance(where->range[i], misses->nearest[i])) {
			misses->nearest[i] = value;
			misses->seen |= 1u << i;
		}
	}
	misses->met |= met;
	misses->measured++;
	return met == where->asked;
}

const char *where_text(const struct where *where, enum measure measure)
{
	struct range range = where->range[measure];
	const char *name = measure_names[measure], *least = phrase("%" PRIu64, range.least);
	if (range.least == range.most)
		return phrase("%s=%s", name, least);
	if (range.most == UINT64_MAX)
		return phrase("%s=%s..", name, least);
	return phrase("%s=%s..%" PRIu64, name, range.least > 0 ? least : "", range.most);
}
