/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CPYTHON_H
#define DUNGEN_CPYTHON_H

#include "rng/mt19937.h"

/* CPython's random.Random, for the rngs that are named after it. */

enum { CPYTHON_AHEAD = 8 };

/*
 * Seeding is a chain of 1247 steps, each waiting for the one before, so one seed takes nearly as long as
 * several side by side. Once a seed has followed the one before it, as in a batch, the next ones are
 * made ready with it. What a seed gives does not depend on it.
 */
struct cpython {
	uint32_t start[MT19937_WORDS]; /* the table that every seeding starts from; made with the first */
	uint64_t first;                /* the seed of ahead[0] */
	uint32_t prepared;             /* how many of `ahead` are seeded; 0 before the first seed */
	uint32_t current;              /* the one that is drawn from */
	struct mt19937 ahead[CPYTHON_AHEAD];
};

/* random.seed(seed), as of CPython 3.2: init_by_array over the seed's 32-bit words. */
void cpython_seed(void *state, uint64_t seed);

/* random.randint(lo, hi) */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi);

/* One output of the generator, random.getrandbits(32). */
static inline uint32_t cpython_next(struct cpython *python)
{
	return mt19937_next(&python->ahead[python->current]);
}

#endif
