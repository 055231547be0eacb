/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A random number generator. How a draw is mapped to its bounds is part of it, so that the same rng
 * always means the same tiles.
 *
 * The caller provides the state: state_size bytes, aligned as a uint64_t is (no rng may need more).
 * The caller zeroes the state before the first seed. No function here fails, allocates or touches
 * anything else.
 */
struct rng {
	const char *name;
	const char *summary; /* for --help, under 55 columns */
	uint64_t max_seed;   /* seeds are 0 to max_seed */
	size_t state_size;

	/*
	 * Starts the sequence of `seed`, whichever came before. Some rngs are faster with
	 * consecutive seeds.
	 */
	void (*seed)(void *state, uint64_t seed);

	/* A number from lo to hi, both inclusive; lo <= hi < 2^31. */
	uint32_t (*range)(void *state, uint32_t lo, uint32_t hi);

	/* True for heads. NULL: range(0, 1) == 1 is heads. */
	bool (*coin)(void *state);

	/*
	 * Returns the next 32 random bits. Set for rngs that are a Mersenne Twister; NULL for
	 * others.
	 */
	uint32_t (*word)(void *state);
	/*
	 * For Python's rngs: the Mersenne Twister that is seeded by init_genrand instead of
	 * init_by_array. NULL for others.
	 */
	const struct rng *by_number;
};

/* A sequence of draws: an rng and its state after a seeding. */
struct draws {
	const struct rng *rng;
	void *state;
};

static inline uint32_t draws_range(const struct draws *draws, uint32_t lo, uint32_t hi)
{
	return draws->rng->range(draws->state, lo, hi);
}

static inline bool draws_coin(const struct draws *draws)
{
	return draws->rng->coin ? draws->rng->coin(draws->state) : draws_range(draws, 0, 1) == 1;
}

/* Every rng, terminated by NULL; the first is the default. */
extern const struct rng *const rng_table[];
