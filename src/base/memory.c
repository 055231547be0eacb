/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

/*
 * The least size of an array in bytes, so that most batches allocate nothing after their first map.
 * Memory that is never touched costs nothing.
 */
enum { AT_FIRST = 1 << 15 };

bool memory_reserve(struct memory *memory, uint64_t count, size_t size)
{
	uint64_t wanted = memory->capacity * (uint64_t)2;
	if (wanted < AT_FIRST / size)
		wanted = AT_FIRST / size;
	if (wanted < count)
		wanted = count;
	if (wanted > SIZE_MAX / size)
		return false;
	void *items = realloc(memory->items, (size_t)wanted * size);
	if (!items)
		return false;
	*memory = (struct memory){items, (size_t)wanted};
	/* cppcheck-suppress memleak; it is memory->items now */
	return true;
}

void memory_free(struct memory *memory)
{
	free(memory->items);
	*memory = (struct memory){0};
}
