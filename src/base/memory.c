/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

/*
 * The smallest size of an array in bytes. It is large enough that most batches allocate nothing
 * after their first map. Memory that is never touched costs nothing.
 */
enum { SIZE_MIN = 1 << 15 };

bool memory_reserve(struct memory *memory, uint64_t count, size_t size)
{
	uint64_t capacity = memory->capacity * (uint64_t)2;
	if (capacity < SIZE_MIN / size)
		capacity = SIZE_MIN / size;
	if (capacity < count)
		capacity = count;
	if (capacity > SIZE_MAX / size)
		return false;
	void *items = realloc(memory->items, (size_t)capacity * size);
	if (!items)
		return false;
	memory->items = items;
	memory->capacity = (size_t)capacity;
	/* cppcheck-suppress memleak; it is memory->items now */
	return true;
}

void memory_free(struct memory *memory)
{
	free(memory->items);
	*memory = (struct memory){0};
}
