/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Random number generators. How a number is mapped to its bounds is part of a generator, so the
 * same rng and seed always make the same map.
 *
 * Usage:
 *
 *     const struct rng *rng = rng_table[0];
 *     uint64_t *state = calloc(1, rng->state_size);    zeroed once, before the first seed
 *     struct draws draws = {rng, state};
 *     rng->seed(state, 42);                            starts a sequence; any number of times
 *     x = draws_range(&draws, 0, 79);                  the numbers of the sequence
 *     is_heads = draws_coin(&draws);
 *
 * The caller provides the state, which is aligned like a uint64_t. No function fails, allocates
 * memory, or changes anything but the state.
 */
struct rng {
	const char *name;
	const char *summary; /* for --help; shorter than 55 columns */
	uint64_t max_seed;   /* seeds are 0 to max_seed */
	size_t state_size;   /* size of the state in bytes, a multiple of sizeof(uint64_t) */

	/*
	 * Starts the sequence of `seed`. The sequences before it do not matter. Some rngs are
	 * faster with consecutive seeds.
	 */
	void (*seed)(void *state, uint64_t seed);

	/* Returns a number from lo to hi, including both. lo <= hi < 2^31. */
	uint32_t (*range)(void *state, uint32_t lo, uint32_t hi);

	/* Returns true for heads. If it is NULL, a coin is heads if range(0, 1) returns 1. */
	bool (*coin)(void *state);

	/*
	 * Returns the next 32 random bits, the output of mt19937_next. NULL unless the rng is a
	 * Mersenne Twister.
	 */
	uint32_t (*word)(void *state);

	/*
	 * For the rngs of Python, which pass the seed to init_by_array: the rng that passes the
	 * seed to init_genrand instead, a mistake of ports. NULL for all other rngs.
	 */
	const struct rng *init_genrand_rng;
};

/* A sequence of random numbers: an rng, and its state after a seed. */
struct draws {
	const struct rng *rng;
	void *state;
};

/* Returns the next number of a sequence, from lo to hi, including both. lo <= hi < 2^31. */
static inline uint32_t draws_range(const struct draws *draws, uint32_t lo, uint32_t hi)
{
	return draws->rng->range(draws->state, lo, hi);
}

/* Flips a coin with the next numbers of a sequence. Returns whether it is heads. */
static inline bool draws_coin(const struct draws *draws)
{
	if (draws->rng->coin)
		return draws->rng->coin(draws->state);
	return draws_range(draws, 0, 1) == 1;
}

/* All rngs, ending in NULL. The first one is the default. */
extern const struct rng *const rng_table[];

/* The rng of ranges, and of everything that does not change a map. */
extern const struct rng rng_splitmix64;
