/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SORT_H
#define DUNGEN_SORT_H

#include <stdint.h>

/* The key of element `index`, below 2^31. */
typedef uint32_t sort_key(const void *context, uint32_t index);

/* How many uint32_t sort_indices needs as memory for `count` elements with keys below `limit`. */
uint64_t sort_memory(uint64_t count, uint32_t limit);

/*
 * Sorts the indices 0 .. count-1 by their keys, all below `limit`; equal keys by index. A least-significant-digit radix
 * sort, linear in `count`. `memory` has sort_memory(count, limit) elements; the result lies in it.
 */
uint32_t *sort_indices(uint32_t *memory, uint32_t count, uint32_t limit, sort_key *key, const void *context);

#endif
