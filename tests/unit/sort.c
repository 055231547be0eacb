/* SPDX-License-Identifier: MIT */
/* The radix sort against a plain one. */
#include "dungeon/sort.h"
#include "unit.h"

#include <string.h>

enum { SORTED, TIES, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[SORTED] = {.what = "indices are sorted by key, equal keys by index: limits up to 2^31, up to 70000 keys"},
	[TIES] = {.what = "so are those of keys that are all equal, all the largest, rising, falling, one, none"},
};

enum { COUNT_MOST = 70000 };

/* The keys; they are the context of the sort. */
static uint32_t keys[COUNT_MOST];

static uint32_t key_of(const void *context, uint32_t index)
{
	const uint32_t *list = context;
	return list[index];
}

static int compare(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	if (keys[left] != keys[right])
		return keys[left] < keys[right] ? -1 : 1;
	return (left > right) - (left < right);
}

/* A new sort each time, so that the sanitizers notice any use of too much memory. */
static void check(struct property *property, uint32_t count, uint32_t limit)
{
	struct sort sort = {0};
	static uint32_t expected[COUNT_MOST];
	for (uint32_t i = 0; i < count; i++)
		expected[i] = i;
	qsort(expected, count, sizeof *expected, compare);
	const uint32_t *sorted = sort_indices(&sort, count, limit, key_of, keys);
	CHECK(property, sorted && memcmp(sorted, expected, count * sizeof *expected) == 0,
	      "%" PRIu32 " keys below %" PRIu32, count, limit);
	sort_free(&sort);
}

static void check_limit(uint64_t *random, uint32_t limit, bool with_most)
{
	static const uint32_t counts[] = {2, 3, 100, 5000, COUNT_MOST};
	for (size_t i = 0; i < sizeof counts / sizeof *counts - !with_most; i++)
		for (uint32_t kinds = 7; kinds > 0; kinds = kinds == 7 ? counts[i] / 4 + 8 : 0) {
			/* Few different keys with the largest among them, then any keys. */
			for (uint32_t k = 0; k < counts[i]; k++)
				keys[k] = kinds > 7 ? unit_between(random, 0, limit - 1)
						    : (uint32_t)((uint64_t)unit_between(random, 0, kinds) *
								 (limit - 1) / kinds);
			check(&properties[SORTED], counts[i], limit);
		}
	for (uint32_t kind = 0; kind < 4; kind++) {
		for (uint32_t i = 0; i < 5000; i++) {
			uint32_t rising = (uint32_t)((uint64_t)(limit - 1) * i / 5000);
			uint32_t key[] = {limit / 2, limit - 1, rising, limit - 1 - rising};
			keys[i] = key[kind];
		}
		check(&properties[TIES], 5000, limit);
		check(&properties[TIES], 1, limit);
	}
	check(&properties[TIES], 0, limit);
}

int main(void)
{
	uint64_t random = UNIT_START;
	/* Around every power of two, and so around every number of passes. */
	for (uint32_t bits = 0; bits <= 31; bits++)
		for (int more = -1; more <= 1; more++) {
			int64_t limit = (INT64_C(1) << bits) + more;
			if (limit >= 1 && limit <= INT64_C(1) << 31)
				check_limit(&random, (uint32_t)limit, more == 0);
		}
	return unit_report(properties, PROPERTIES);
}
