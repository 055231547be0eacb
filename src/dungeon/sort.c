/* SPDX-License-Identifier: MIT */
#include "dungeon/sort.h"

#include <string.h>

/* The most bits of a digit: keys below 2^14 need one pass, and its counters fit the L1 cache. */
enum { DIGIT_MOST = 14 };

static unsigned digit_bits(uint32_t limit)
{
	unsigned bits = 1;
	while (bits < DIGIT_MOST && limit >> bits > 0)
		bits++;
	return bits;
}

/* The counters, then the sorted indices, then where there are several passes the other half of a double buffer. */
uint64_t sort_memory(uint64_t count, uint32_t limit)
{
	unsigned digit = digit_bits(limit);
	return (UINT64_C(1) << digit) + count * (limit >> digit > 0 ? 2 : 1);
}

uint32_t *sort_indices(uint32_t *memory, uint32_t count, uint32_t limit, sort_key *key, const void *context)
{
	unsigned digit = digit_bits(limit);
	uint32_t counters = UINT32_C(1) << digit;
	uint32_t *place = memory;
	uint32_t *from = NULL; /* NULL: 0 .. count-1 */
	uint32_t *to = memory + counters;
	for (unsigned shift = 0; shift == 0 || (shift < 32 && limit >> shift > 0); shift += digit) {
		memset(place, 0, counters * sizeof *place);
		for (uint32_t i = 0; i < count; i++)
			place[key(context, i) >> shift & (counters - 1)]++;
		uint32_t start = 0;
		for (uint32_t value = 0; value < counters; value++) {
			uint32_t equal = place[value];
			place[value] = start;
			start += equal;
		}
		for (uint32_t i = 0; i < count; i++) {
			uint32_t index = from ? from[i] : i;
			to[place[key(context, index) >> shift & (counters - 1)]++] = index;
		}
		uint32_t *sorted = to;
		to = from ? from : sorted + count;
		from = sorted;
	}
	return from;
}
