/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MEMORY_H
#define DUNGEN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Grows the array that `array` points to, where needed, to at least `count` elements of `size` bytes, and keeps its
 * elements. *capacity is how many it has memory for, 0 for a NULL array. `likely` is how many it may come to need: up
 * to a limit they are allocated at once, since memory that is never touched costs nothing, so that later maps of a
 * batch need no more. False when out of memory; nothing has changed then.
 */
bool memory_reserve(void *array, size_t *capacity, uint64_t count, size_t size, uint64_t likely);

/*
 * Likewise grows an array whose elements are added one by one, and which never has more than `most`: *capacity is at
 * most that. False, too, where there are as many already.
 */
bool memory_grow(void *array, size_t *capacity, uint32_t most, size_t size, uint64_t likely);

#endif
