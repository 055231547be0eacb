/* SPDX-License-Identifier: MIT */
/* The radix sort against a plain one. @smoke */
#include "dungeon/sort.h"
#include "unit.h"

#include <string.h>

static struct property sorted = {.what = "indices are sorted by key, equal keys by index: limits up to 2^31, up to "
					 "70000 keys, any, few different, equal, rising and falling ones"};

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

enum { ANY, FEW, EQUAL, LARGEST, RISING, FALLING, KINDS };

static uint32_t choose_key(uint64_t *random, int kind, uint32_t place, uint32_t count, uint32_t limit)
{
	uint32_t rising = (uint32_t)((uint64_t)(limit - 1) * place / count);
	switch (kind) {
	case ANY:
		return unit_between(random, 0, limit - 1);
	case FEW: /* the largest is among them */
		return (uint32_t)((uint64_t)unit_between(random, 0, 7) * (limit - 1) / 7);
	case RISING:
		return rising;
	case FALLING:
		return limit - 1 - rising;
	default:
		return kind == EQUAL ? limit / 2 : limit - 1;
	}
}

/* A new sort each time, so that the sanitizers notice any use of too much memory. */
static void check(uint64_t *random, int kind, uint32_t count, uint32_t limit)
{
	struct sort sort = {0};
	static uint32_t expected[COUNT_MOST];
	for (uint32_t i = 0; i < count; i++) {
		keys[i] = choose_key(random, kind, i, count, limit);
		expected[i] = i;
	}
	qsort(expected, count, sizeof *expected, compare);
	const uint32_t *indices = sort_indices(&sort, count, limit, key_of, keys);
	CHECK(&sorted, indices && memcmp(indices, expected, count * sizeof *expected) == 0,
	      "%" PRIu32 " keys below %" PRIu32, count, limit);
	sort_free(&sort);
}

int main(void)
{
	static const uint32_t counts[] = {0, 1, 2, 100, 1000};
	uint64_t random = UNIT_START;
	/* Around every power of two, and so around every number of passes. */
	for (uint32_t bits = 0; bits <= 31; bits++)
		for (int more = -1; more <= 1; more++) {
			int64_t limit = (INT64_C(1) << bits) + more;
			if (limit < 1 || limit > INT64_C(1) << 31)
				continue;
			for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
				for (int kind = 0; kind < KINDS; kind++)
					check(&random, kind, counts[i], (uint32_t)limit);
			if (bits % 7 == 0)
				check(&random, FEW, COUNT_MOST, (uint32_t)limit);
		}
	return unit_report(&sorted, 1);
}
