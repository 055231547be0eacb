/* SPDX-License-Identifier: MIT */
/* Arrays that grow. */
#include "dungeon/memory.h"
#include "unit.h"

#include <string.h>

enum { KEPT, RARELY, UNCHANGED, REFUSED, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[KEPT] = {.what = "there is memory for as many elements as asked for, and elements are kept"},
	[RARELY] = {.what = "an array that grows one by one is rarely moved"},
	[UNCHANGED] = {.what = "if there is enough memory, nothing changes"},
	[REFUSED] = {.what = "an array that does not fit into memory is refused, and nothing changes"},
};

/* Makes failing allocations return NULL under the sanitizers, too. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* An array of elements whose size is not a power of two. */
struct owner {
	ARRAY(
		struct { uint32_t number[3]; }, list);
};

static void check_growth(void)
{
	struct owner owner = {0};
	uint32_t moves = 0;
	bool kept = true;
	for (uint32_t count = 1; kept && count <= 300000; count++) {
		size_t before = owner.list_array.capacity;
		kept = array_reserve(&owner, list, count) && owner.list_array.capacity >= count;
		if (!kept)
			break;
		moves += owner.list_array.capacity != before;
		/* The sanitizers notice if the last element of the capacity does not exist. */
		owner.list[owner.list_array.capacity - 1].number[2] = 0;
		owner.list[count - 1].number[0] = count;
		owner.list[count - 1].number[2] = ~count;
	}
	CHECK(&properties[RARELY], moves >= 1 && moves <= 40, "%" PRIu32 " times", moves);
	for (uint32_t count = 1; kept && count <= 300000; count++)
		kept = owner.list[count - 1].number[0] == count && owner.list[count - 1].number[2] == ~count;
	CHECK(&properties[KEPT], kept, "%" PRIu32 " moves", moves);
	array_free(&owner, list);
}

static void check_unchanged(void)
{
	uint32_t none = 0;
	struct owner owner = {0};
	CHECK(&properties[UNCHANGED], array_reserve(&owner, list, none) && !owner.list, "nothing was asked for");
	if (!array_reserve(&owner, list, 100))
		unit_no_memory();
	struct memory before = owner.list_array;
	for (uint64_t count = 0; count <= 100; count += 50)
		CHECK(&properties[UNCHANGED],
		      array_reserve(&owner, list, count) && memcmp(&owner.list_array, &before, sizeof before) == 0,
		      "%" PRIu64, count);
	array_free(&owner, list);
}

/* Products of count and size that pass 2^64, wrap around to something small, or are more than any machine has. */
static void check_refused(void)
{
	static const uint64_t counts[] = {UINT64_MAX, UINT64_MAX / 12 + 1, UINT64_MAX / 12, (UINT64_C(1) << 62) + 100};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		for (uint32_t first = 0; first <= 1; first++) {
			struct owner owner = {0};
			if (!array_reserve(&owner, list, first))
				unit_no_memory();
			struct memory before = owner.list_array;
			CHECK(&properties[REFUSED],
			      !array_reserve(&owner, list, counts[i]) &&
				      memcmp(&owner.list_array, &before, sizeof before) == 0,
			      "%" PRIu64 " from %" PRIu32, counts[i], first);
			array_free(&owner, list);
		}
}

int main(void)
{
	check_growth();
	check_unchanged();
	check_refused();
	return unit_report(properties, PROPERTIES);
}
