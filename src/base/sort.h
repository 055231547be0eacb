/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"

/* The key of element `index`. */
typedef uint32_t sort_key(const void *context, uint32_t index);

/*
 * Sorts the indices 0 .. count-1 by their keys, all below `limit`, which is 1 to 2^31; equal keys
 * by index. A least-significant-digit radix sort, linear in `count`. The result is in `memory`,
 * which is zeroed before the first sort, and valid until the next one. Returns NULL if out of
 * memory.
 */
const uint32_t *sort_indices(struct memory *memory, uint32_t count, uint32_t limit, sort_key *key,
			     const void *context);
