/* SPDX-License-Identifier: MIT */
#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

/* The most elements to allocate because they are likely. */
enum { AT_ONCE = 1 << 20 };

bool memory_reserve(void *array, size_t *capacity, uint64_t count, size_t size, uint64_t likely)
{
	if (count <= *capacity)
		return true;
	uint64_t wanted = likely < AT_ONCE ? likely : AT_ONCE;
	if (wanted < *capacity * (uint64_t)2)
		wanted = *capacity * (uint64_t)2;
	if (wanted < count)
		wanted = count;
	if (wanted > SIZE_MAX / size)
		return false;
	/* `array` points to a pointer of any type; memcpy reads and writes it without violating strict aliasing. */
	void *old;
	memcpy(&old, array, sizeof old);
	void *new = realloc(old, (size_t)wanted * size);
	if (!new)
		return false;
	memcpy(array, &new, sizeof new);
	*capacity = (size_t)wanted;
	return true;
}

bool memory_grow(void *array, size_t *capacity, uint32_t most, size_t size, uint64_t likely)
{
	if (*capacity >= most || !memory_reserve(array, capacity, (uint64_t)*capacity + 1, size, likely))
		return false;
	if (*capacity > most)
		*capacity = most;
	return true;
}
