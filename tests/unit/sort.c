/* SPDX-License-Identifier: MIT */
/* Sorting by a key, against a plain sort by insertion. @smoke @clang */
#include "base/sort.h"
#include "unit.h"

enum { COUNT_MAX = 300 };

static uint32_t key_at(const void *keys, uint32_t index)
{
	return ((const uint32_t *)keys)[index];
}

/* Sorts indices by insertion. Equal keys keep the order of their indices. */
static void sort_plainly(const uint32_t *keys, uint32_t count, uint32_t *order)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t position = i;
		for (; position > 0 && keys[order[position - 1]] > keys[i]; position--)
			order[position] = order[position - 1];
		order[position] = i;
	}
}

static void check_sort(uint64_t *random)
{
	static uint32_t keys[COUNT_MAX];
	static uint32_t expected[COUNT_MAX];
	struct memory memory = {0};
	for (uint32_t i = 0; i < 5000; i++) {
		const uint32_t count = unit_between(random, 0, COUNT_MAX);
		const uint32_t limit = unit_between(
			random, 1, (UINT32_C(1) << 31) >> unit_between(random, 0, 31));
		for (uint32_t k = 0; k < count; k++)
			keys[k] = unit_between(random, 0, limit - 1);
		sort_plainly(keys, count, expected);
		const uint32_t *order = sort_indices(&memory, count, limit, key_at, keys);
		if (!order)
			unit_no_memory();
		bool is_same = true;
		for (uint32_t k = 0; k < count; k++)
			is_same = is_same && order[k] == expected[k];
		CHECK(is_same, "%" PRIu32 " keys below %" PRIu32 " are in order", count, limit);
	}
	memory_free(&memory);
}

int main(void)
{
	uint64_t random = UNIT_START;
	RUN(check_sort(&random));
	return unit_end();
}
