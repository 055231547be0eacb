/* SPDX-License-Identifier: MIT */
#pragma once

#include "rng/mt19937.h"

#include <stdbool.h>

/*
 * Seeds the Mersenne Twister for several consecutive seeds at once. Each seed is passed to
 * init_by_array as its 32-bit words, as CPython does. The result is the same as with
 * mt19937_seed_by_array.
 *
 * Usage:
 *
 *     struct python_seeds seeds = {0};
 *     if (!python_seeds_have(&seeds, seed))
 *             python_seeds_prepare(&seeds, seed);    this seed and the next 15
 *     python_seeds_start(&seeds, seed, &mt);         any prepared seed, in any order
 */
enum { PYTHON_SEEDS = 16, PYTHON_SEED_GROUPS = PYTHON_SEEDS / 4 };

/* The same word for four seeds. It is aligned like one word, because the state of an rng is. */
typedef uint32_t python_lanes
	__attribute__((vector_size(4 * sizeof(uint32_t)), aligned(sizeof(uint32_t))));

struct python_seeds {
	uint64_t first_seed; /* the first of the PYTHON_SEEDS seeds that are prepared */
	bool is_prepared;    /* false before the first call of python_seeds_prepare */
	/*
	 * Group g has four seeds: first_seed + 4 * g, and the next three. Words i to i + 3 of seed
	 * s of a group are side by side in word[g][i + s], for i divisible by 4.
	 */
	python_lanes word[PYTHON_SEED_GROUPS][MT19937_WORDS];
};

/* Returns whether a seed is prepared. */
static inline bool python_seeds_have(const struct python_seeds *seeds, uint64_t seed)
{
	return seeds->is_prepared && seed - seeds->first_seed < PYTHON_SEEDS;
}

/* Prepares a seed and the next 15 seeds. 0 follows 2^64 - 1. */
void python_seeds_prepare(struct python_seeds *seeds, uint64_t first_seed);

/* Starts the sequence of a prepared seed. */
void python_seeds_start(const struct python_seeds *seeds, uint64_t seed, struct mt19937 *mt);
