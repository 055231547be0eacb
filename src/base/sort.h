/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"

/*
 * Sorts elements that stay where they are, by sorting their indices.
 *
 * Usage:
 *
 *     struct memory memory = {0};
 *     const uint32_t *order = sort_indices(&memory, count, height, row_of_door, map);
 *     if (!order)
 *             out of memory
 *     order[0] is the index of the door in the first row
 *     memory_free(&memory);
 */

/* Returns the key of the element at `index`. */
typedef uint32_t sort_key(const void *context, uint32_t index);

/*
 * Sorts the indices 0 to count - 1 by the keys of their elements. All keys are below `limit`, which
 * is 1 to 2^31. Indices with equal keys are in ascending order. The time is linear in `count`.
 *
 * The result belongs to `memory`, which is zeroed before the first sort, and is valid until the
 * next sort. Returns NULL if out of memory.
 */
const uint32_t *sort_indices(struct memory *memory, uint32_t count, uint32_t limit, sort_key *key,
			     const void *context);
