/* SPDX-License-Identifier: MIT */
/* The radix sort against a plain one. */
#include "dungeon/sort.h"
#include "unit.h"

#include <string.h>

enum { SORTED, TIES, BOUNDS, NONE, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[SORTED] = {.what = "indices are sorted by key, equal keys by index: limits up to 2^31, up to 70000 keys"},
	[TIES] = {.what = "so are those of keys that are all equal, all the largest, rising, falling"},
	[BOUNDS] = {.what = "nothing beyond sort_memory is touched"},
	[NONE] = {.what = "no keys and a single key are sorted"},
};

enum { COUNT_MOST = 70000, GUARD_WORDS = 64 };

static const uint32_t GUARD = 0x5ca1ab1e;

/* The keys, which the sort gets as its context. */
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

static void check(struct property *property, uint32_t count, uint32_t limit)
{
	size_t needed = (size_t)sort_memory(count, limit);
	uint32_t *memory = unit_memory(needed + GUARD_WORDS, sizeof *memory);
	for (size_t i = 0; i < needed; i++)
		memory[i] = UINT32_MAX; /* its content must not matter */
	for (size_t i = 0; i < GUARD_WORDS; i++)
		memory[needed + i] = GUARD;
	uint32_t *expected = unit_memory((size_t)count + 1, sizeof *expected);
	for (uint32_t i = 0; i < count; i++)
		expected[i] = i;
	qsort(expected, count, sizeof *expected, compare);

	const uint32_t *sorted = sort_indices(memory, count, limit, key_of, keys);
	bool same = count == 0 || memcmp(sorted, expected, count * sizeof *expected) == 0;
	CHECK(property, same, "%" PRIu32 " keys below %" PRIu32, count, limit);
	bool inside = count == 0 || (sorted >= memory && sorted + count <= memory + needed);
	for (size_t i = 0; i < GUARD_WORDS; i++)
		inside = inside && memory[needed + i] == GUARD;
	CHECK(&properties[BOUNDS], inside, "%" PRIu32 " keys below %" PRIu32, count, limit);
	free(expected);
	free(memory);
}

/* Keys below `limit`, the largest among them; many are equal where `kinds` is less. */
static void choose_keys(uint64_t *random, uint32_t count, uint32_t limit, uint32_t kinds)
{
	for (uint32_t i = 0; i < count; i++)
		keys[i] = kinds < limit ? (uint32_t)((uint64_t)unit_between(random, 0, kinds) * (limit - 1) / kinds)
					: unit_between(random, 0, limit - 1);
}

static void check_limit(uint64_t *random, uint32_t limit)
{
	static const uint32_t counts[] = {2, 3, 100, 5000, COUNT_MOST};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		uint32_t count = counts[i];
		choose_keys(random, count, limit, UINT32_MAX);
		check(&properties[SORTED], count, limit);
		choose_keys(random, count, limit, 7);
		check(&properties[SORTED], count, limit);
		choose_keys(random, count, limit, count / 4 + 1);
		check(&properties[SORTED], count, limit);
	}
	for (uint32_t i = 0; i < 5000; i++)
		keys[i] = limit / 2;
	check(&properties[TIES], 5000, limit);
	for (uint32_t i = 0; i < 5000; i++)
		keys[i] = limit - 1;
	check(&properties[TIES], 5000, limit);
	for (uint32_t i = 0; i < 5000; i++)
		keys[i] = (uint32_t)((uint64_t)(limit - 1) * i / 5000);
	check(&properties[TIES], 5000, limit);
	for (uint32_t i = 0; i < 5000; i++)
		keys[i] = limit - 1 - (uint32_t)((uint64_t)(limit - 1) * i / 5000);
	check(&properties[TIES], 5000, limit);

	keys[0] = limit - 1;
	check(&properties[NONE], 0, limit);
	check(&properties[NONE], 1, limit);
	keys[0] = 0;
	check(&properties[NONE], 1, limit);
}

int main(void)
{
	uint64_t random = UNIT_START;
	/* Around every power of two, so around every number of passes. */
	for (uint32_t bits = 0; bits <= 31; bits++)
		for (int more = -1; more <= 1; more++) {
			int64_t limit = (INT64_C(1) << bits) + more;
			if (limit >= 1 && limit <= INT64_C(1) << 31)
				check_limit(&random, (uint32_t)limit);
		}
	return unit_report(properties, PROPERTIES);
}
