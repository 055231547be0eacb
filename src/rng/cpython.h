/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CPYTHON_H
#define DUNGEN_CPYTHON_H

#include "rng/mt19937.h"

#include <stdbool.h>

/* CPython's random.Random, for the rngs that are named after it. */

enum { CPYTHON_LANES = 16 };

/* A number of each of several generators; arithmetic works on all of them at once. */
typedef uint32_t cpython_lanes __attribute__((vector_size(CPYTHON_LANES * sizeof(uint32_t)), aligned(16)));

/*
 * Seeding is a chain of 1247 steps, each waiting for the one before, so one seed takes about as long as
 * sixteen side by side: where a seed follows the one before it, as in a batch, the ones after it are made
 * with it.
 */
struct cpython {
	uint64_t seed;     /* of mt */
	uint32_t prepared; /* how many of the seeds after it wait in `ahead`: its last ones */
	bool tabled;       /* `start` is filled */
	struct mt19937 mt;
	uint32_t start[MT19937_WORDS]; /* what every seeding starts from */
	cpython_lanes ahead[MT19937_WORDS];
};

/* random.seed(seed), as of CPython 3.2: init_by_array over the seed's 32-bit words. */
void cpython_seed(void *state, uint64_t seed);
void cpython_seed_next(void *state);

/* random.randint(lo, hi) */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi);

#endif
