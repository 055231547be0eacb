/* SPDX-License-Identifier: MIT */
#pragma once

#include "rng/mt19937.h"

#include <stdbool.h>

/*
 * Seeds the Mersenne Twister for several consecutive seeds at once, each by init_by_array with the
 * 32-bit words of the seed, as CPython does. The result is that of mt19937_seed_by_array.
 *
 * Usage:
 *
 *     struct python_seeds seeds = {0};
 *     if (!python_seeds_have(&seeds, seed))
 *             python_seeds_prepare(&seeds, seed);    this seed and those that follow it
 *     python_seeds_start(&seeds, seed, &mt);         any prepared seed, in any order
 */
enum { PYTHON_SEEDS = 16, PYTHON_SEED_GROUPS = PYTHON_SEEDS / 4 };

/* The same word for four seeds. Aligned like one word, since the state of an rng is, too. */
typedef uint32_t python_lanes
	__attribute__((vector_size(4 * sizeof(uint32_t)), aligned(sizeof(uint32_t))));

struct python_seeds {
	uint64_t first_seed; /* the seeds from this one on are prepared, PYTHON_SEEDS of them */
	bool is_prepared;    /* false: no seed is prepared yet */
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

/* Prepares a seed and those that follow it. After 2^64 - 1 comes 0. */
void python_seeds_prepare(struct python_seeds *seeds, uint64_t first_seed);

/* Starts the sequence of a seed that is prepared. */
void python_seeds_start(const struct python_seeds *seeds, uint64_t seed, struct mt19937 *mt);
