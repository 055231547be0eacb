/* SPDX-License-Identifier: MIT */
/* Arrays that grow. */
#include "dungeon/memory.h"
#include "unit.h"

#include <string.h>

enum { ENOUGH, KEPT, RARELY, LIKELY, UNCHANGED, REFUSED, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[ENOUGH] = {.what = "there is memory for as many elements as asked for"},
	[KEPT] = {.what = "elements are kept"},
	[RARELY] = {.what = "an array that grows one by one is rarely moved"},
	[LIKELY] = {.what = "what is likely is allocated at once, up to a limit"},
	[UNCHANGED] = {.what = "where there is enough memory, nothing changes"},
	[REFUSED] = {.what = "what does not fit into memory is refused, and nothing changes"},
};

/* With sanitizers too, a failing allocation returns NULL instead of ending the program. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* An element whose size is no power of two. */
struct element {
	uint32_t number[3];
};

static void check_growth(uint64_t likely)
{
	struct element *array = NULL;
	size_t capacity = 0;
	uint32_t moves = 0;
	for (uint32_t count = 1; count <= 300000; count++) {
		size_t before = capacity;
		bool reserved = memory_reserve(&array, &capacity, count, sizeof *array, likely);
		CHECK(&properties[ENOUGH], reserved && array && capacity >= count, "%" PRIu32 " of %zu", count,
		      capacity);
		if (!reserved || capacity < count)
			break;
		moves += capacity != before;
		/* Writing the last element of the capacity: the sanitizers see whether it is there. */
		array[capacity - 1] = (struct element){{0, 0, 0}};
		array[count - 1] = (struct element){{count, ~count, count * 3}};
	}
	CHECK(&properties[RARELY], moves >= 1 && moves <= 40, "%" PRIu32 " times", moves);
	bool kept = capacity >= 300000;
	for (uint32_t count = 1; kept && count <= 300000; count++)
		kept = array[count - 1].number[0] == count && array[count - 1].number[1] == ~count &&
		       array[count - 1].number[2] == count * 3;
	CHECK(&properties[KEPT], kept, "likely %" PRIu64, likely);
	free(array);
}

static void check_likely(void)
{
	static const uint64_t likely[] = {1, 2, 1000, 65536, 200000};
	for (size_t i = 0; i < sizeof likely / sizeof *likely; i++) {
		struct element *array = NULL;
		size_t capacity = 0;
		bool reserved = memory_reserve(&array, &capacity, 1, sizeof *array, likely[i]);
		CHECK(&properties[LIKELY], reserved && capacity >= likely[i], "%zu, likely %" PRIu64, capacity,
		      likely[i]);
		struct element *before = array;
		reserved = memory_reserve(&array, &capacity, likely[i], sizeof *array, likely[i]);
		CHECK(&properties[LIKELY], reserved && array == before, "moved, likely %" PRIu64, likely[i]);
		free(array);
	}
	static const uint64_t unlikely[] = {UINT64_C(1) << 31, UINT64_C(1) << 40, UINT64_MAX};
	for (size_t i = 0; i < sizeof unlikely / sizeof *unlikely; i++) {
		struct element *array = NULL;
		size_t capacity = 0;
		bool reserved = memory_reserve(&array, &capacity, 1, sizeof *array, unlikely[i]);
		CHECK(&properties[LIKELY], reserved && capacity >= 1 && capacity <= UINT32_C(1) << 24,
		      "%zu, likely %" PRIu64, capacity, unlikely[i]);
		free(array);
	}
}

static void check_unchanged(void)
{
	struct element *array = NULL;
	size_t capacity = 0;
	CHECK(&properties[UNCHANGED], memory_reserve(&array, &capacity, 0, sizeof *array, 5) && !array && capacity == 0,
	      "%zu of nothing", capacity);
	if (!memory_reserve(&array, &capacity, 100, sizeof *array, 0))
		exit(1);
	struct element *before = array;
	size_t capacity_before = capacity;
	static const uint64_t counts[] = {0, 1, 50, 99, 100};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		bool reserved = memory_reserve(&array, &capacity, counts[i], sizeof *array, 1000000);
		CHECK(&properties[UNCHANGED], reserved && array == before && capacity == capacity_before, "%" PRIu64,
		      counts[i]);
	}
	free(array);
}

static void check_refused(void)
{
	/* Products of count and size that pass 2^64, wrap around to something small, or are more than any machine has.
	 */
	static const struct {
		uint64_t count;
		size_t size;
	} sizes[] = {
		{UINT64_MAX, 12},       {UINT64_MAX / 12 + 1, 12},      {UINT64_MAX / 12, 12},
		{UINT64_C(1) << 63, 2}, {(UINT64_C(1) << 63) + 100, 2}, {(UINT64_C(1) << 62) + 100, 4},
		{UINT64_C(1) << 62, 1},
	};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *array = NULL;
		size_t capacity = 0;
		bool reserved = memory_reserve(&array, &capacity, sizes[i].count, sizes[i].size, 0);
		CHECK(&properties[REFUSED], !reserved && !array && capacity == 0, "%" PRIu64 " of %zu bytes, from none",
		      sizes[i].count, sizes[i].size);
		free(array);

		/* From an array of one element, which stays. */
		size_t size = sizes[i].size < 100 ? sizes[i].size : 1;
		array = NULL;
		capacity = 0;
		if (!memory_reserve(&array, &capacity, 1, size, 0))
			exit(1);
		memset(array, 7, size);
		char *before = array;
		size_t capacity_before = capacity;
		reserved = memory_reserve(&array, &capacity, sizes[i].count, sizes[i].size, sizes[i].count);
		bool same = !reserved && array == before && capacity == capacity_before;
		for (size_t k = 0; same && k < size; k++)
			same = array[k] == 7;
		CHECK(&properties[REFUSED], same, "%" PRIu64 " of %zu bytes, from some", sizes[i].count, sizes[i].size);
		free(array);
	}
}

int main(void)
{
	check_growth(0);
	check_growth(1);
	check_growth(1000);
	check_growth(UINT64_MAX);
	check_likely();
	check_unchanged();
	check_refused();
	return unit_report(properties, PROPERTIES);
}
