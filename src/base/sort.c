/* SPDX-License-Identifier: MIT */
/*
 * A radix sort that starts with the least significant digit (Knuth, "The Art of Computer
 * Programming", volume 3, algorithm 5.2.5R). Each pass sorts by one digit of the keys, and keeps
 * the order of equal digits.
 *
 * Why this is not qsort: maps of many rooms are sorted by row before they are drawn. A map of
 * 10000x10000 tiles with 833,333 attempts needs 0.65 s and 48 MiB instead of 0.81 s and 62 MiB with
 * qsort, measured with tests/bench/bench.py.
 */
#include "base/sort.h"

#include <string.h>

/* With up to this many bits, the counters fit the L1 cache, and keys below 2^14 need one pass. */
enum { DIGIT_BITS_MAX = 14 };

const uint32_t *sort_indices(struct memory *memory, uint32_t count, uint32_t limit, sort_key *key,
			     const void *context)
{
	const uint32_t key_max = limit - 1;
	unsigned digit_bits = 1;
	while (digit_bits < DIGIT_BITS_MAX && key_max >> digit_bits > 0)
		digit_bits++;
	const uint32_t digit_count = UINT32_C(1) << digit_bits;
	const uint32_t mask = digit_count - 1;

	/* The places, then the sorted indices, then a second copy of them for several passes. */
	const uint64_t copies = key_max >> digit_bits > 0 ? 2 : 1;
	const uint64_t words = digit_count + count * copies;
	if (words > memory->capacity && !memory_reserve(memory, words, sizeof(uint32_t)))
		return NULL;
	uint32_t *places = memory->items; /* by digit: the place of its next element */
	uint32_t *first_copy = places + digit_count;
	uint32_t *second_copy = first_copy + count;
	uint32_t *sorted = NULL; /* the copy that contains the result of the last pass, if any */
	uint32_t *next = first_copy;

	uint64_t shift =
		0; /* of the current digit; a key of 32 bits can have digits up to bit 42 */
	do {
		memset(places, 0, digit_count * sizeof *places);
		for (uint32_t i = 0; i < count; i++)
			places[key(context, i) >> shift & mask]++;
		uint32_t place = 0;
		for (uint32_t digit = 0; digit < digit_count; digit++) {
			const uint32_t elements = places[digit];
			places[digit] = place;
			place += elements;
		}
		for (uint32_t i = 0; i < count; i++) {
			const uint32_t index = sorted ? sorted[i] : i;
			next[places[key(context, index) >> shift & mask]++] = index;
		}
		/* The two copies take turns. */
		sorted = next;
		next = sorted == first_copy ? second_copy : first_copy;
		shift += digit_bits;
	} while ((uint64_t)key_max >> shift > 0);
	return sorted;
}
