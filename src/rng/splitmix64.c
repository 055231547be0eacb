/* SPDX-License-Identifier: MIT */
/*
 * SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * with the constants of Vigna's reference implementation. Bounds as in Lemire, "Fast random integer
 * generation in an interval", ACM TOMACS 29 (2019).
 */
#include "rng/rng.h"

static void seed(void *state, uint64_t seed)
{
	*(uint64_t *)state = seed;
}

static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint32_t splitmix64_range(void *state, uint32_t lo, uint32_t hi)
{
	uint32_t n = hi - lo + 1;
	uint64_t m = (next(state) >> 32) * n;
	/* 2^32 mod n is below n, so most draws are accepted without a division. */
	if ((uint32_t)m < n) {
		uint32_t uneven = (0 - n) % n;
		while ((uint32_t)m < uneven)
			m = (next(state) >> 32) * n;
	}
	return lo + (uint32_t)(m >> 32);
}

const struct rng rng_splitmix64 = {
	.name = "splitmix64",
	.summary = "fastest to seed; maps unique to dungen",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(uint64_t),
	.seed = seed,
	.range = splitmix64_range,
};
