/* SPDX-License-Identifier: MIT */
#include "cli/where.h"

#include <inttypes.h>
#include <string.h>

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

/* Reads "9", "60..", "..3" or "2..4", of `length` bytes. */
static bool read_range(struct range *range, const char *text, size_t length)
{
	*range = (struct range){0, UINT64_MAX};
	const char *end = text + length, *least = number_read(text, &range->least), *dots = least ? least : text;
	if (end - dots < 2 || memcmp(dots, "..", 2) != 0) {
		range->most = range->least;
		return least == end;
	}
	const char *most = number_read(dots + 2, &range->most);
	if (!most)
		range->most = UINT64_MAX;
	return (least || most) && (most ? most : dots + 2) == end;
}

bool where_add(struct where *where, enum measure measure, const char *range, size_t length)
{
	struct range read, *own = &where->range[measure];
	if (!read_range(&read, range, length))
		return false;
	if (!(where->asked >> measure & 1))
		*own = (struct range){0, UINT64_MAX};
	where->asked |= 1u << measure;
	own->least = own->least > read.least ? own->least : read.least;
	own->most = own->most < read.most ? own->most : read.most;
	return own->least <= own->most;
}

/* How far a value is from a range. */
static uint64_t distance(struct range range, uint64_t value)
{
	return value < range.least ? range.least - value : value > range.most ? value - range.most : 0;
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
		else if (!(misses->seen >> i & 1) || away < distance(where->range[i], misses->nearest[i])) {
			misses->nearest[i] = value;
			misses->seen |= 1u << i;
		}
	}
	misses->met |= met;
	misses->measured++;
	return met == where->asked;
}

struct phrase where_text(const struct where *where, enum measure measure)
{
	struct range range = where->range[measure];
	struct phrase text = {""};
	phrase_add(&text, "%s=", measure_names[measure]);
	if (range.least > 0 || range.most == UINT64_MAX)
		phrase_add(&text, "%" PRIu64, range.least);
	if (range.least < range.most)
		phrase_add(&text, "..");
	if (range.most < UINT64_MAX && (range.least < range.most || range.least == 0))
		phrase_add(&text, "%" PRIu64, range.most);
	return text;
}
