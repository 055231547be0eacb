/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MEMORY_H
#define DUNGEN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sees to it that the array at *(void **)array has memory for `count` elements of `size` bytes, keeping what is in it;
 * *capacity is how many it has memory for, 0 for an array that is NULL. `likely` is how many it
 * may come to need: up to a bound they are asked for at once (memory never touched costs nothing), so
 * that the maps of a batch need no more than the first. False, and nothing changed, when out of memory.
 */
bool memory_reserve(void *array, size_t *capacity, uint64_t count, size_t size, uint64_t likely);

#endif
