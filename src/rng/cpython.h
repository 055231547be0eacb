/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CPYTHON_H
#define DUNGEN_CPYTHON_H

#include "rng/mt19937.h"
#include "rng/rng.h"

#include <stdbool.h>

/* CPython's random.Random, for the rngs named after it. */

enum { CPYTHON_LANES = 24 };

/* A word of four generators, for arithmetic on all at once. Aligned like one word, as the state of an rng is. */
typedef uint32_t cpython_lanes __attribute__((vector_size(4 * sizeof(uint32_t)), aligned(sizeof(uint32_t))));

/*
 * Seeding is a chain of 1247 dependent steps, so several seeds side by side take hardly longer than one. In a batch,
 * whose seeds are consecutive, the next ones are prepared together.
 */
struct cpython {
	uint64_t seed;     /* of mt */
	uint32_t prepared; /* seeds after it that are still waiting, the last lanes of `ahead` */
	bool started;      /* `start` and `sse41` are set */
	bool sse41;        /* the processor has SSE 4.1 */
	struct mt19937 mt;
	uint32_t start[MT19937_WORDS]; /* the table that every seeding starts from */
	/*
	 * The words of the lanes, with every square of four words by four lanes transposed: words i to i + 3 of a lane
	 * are side by side in ahead[i + lane % 4][lane / 4], for i divisible by 4.
	 */
	cpython_lanes ahead[MT19937_WORDS][CPYTHON_LANES / 4];
};

_Static_assert(_Alignof(struct cpython) <= _Alignof(uint64_t), "the state of an rng is aligned as a uint64_t");

/* random.seed(seed), as of CPython 3.2: init_by_array over the seed's 32-bit words. */
void cpython_seed(void *state, uint64_t seed);
void cpython_seed_next(void *state);

/* random.randint(lo, hi), and two of it. */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi);
struct rng_pair cpython_randint_pair(void *state, uint32_t lo, uint32_t first_hi, uint32_t second_hi);

#endif
