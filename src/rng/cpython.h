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
 * sixteen side by side. Once a seed has followed the one before it, as in a batch, the next ones are
 * made with it. What a seed gives does not depend on it.
 */
struct cpython {
	struct mt19937 mt;
	uint64_t seed;      /* of mt */
	uint32_t prepared;  /* how many seeds after it are in `ahead`, the last ones of it */
	bool started;       /* `start` is filled, and mt has had a seed */
	uint32_t start[MT19937_WORDS]; /* what every seeding starts from */
	cpython_lanes ahead[MT19937_WORDS];
};

/* random.seed(seed), as of CPython 3.2: init_by_array over the seed's 32-bit words. */
void cpython_seed(void *state, uint64_t seed);

/* random.randint(lo, hi) */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi);

#endif
