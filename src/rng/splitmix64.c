/* SPDX-License-Identifier: MIT */
/*
 * SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * with the constants of Vigna's reference implementation. Bounds as in Lemire, "Fast random integer
 * generation in an interval", ACM TOMACS 29 (2019).
 */
#include "rng/rng.h"

static void splitmix64_seed(void *state, uint64_t seed)
{
	*(uint64_t *)state = seed;
}

static uint64_t splitmix64_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint32_t splitmix64_range(void *state, uint32_t lo, uint32_t hi)
{
	const uint32_t n = hi - lo + 1;
	uint64_t product = (splitmix64_next(state) >> 32) * n;
	/* 2^32 mod n is below n, so most numbers are accepted without a division. */
	if ((uint32_t)product < n) {
		const uint32_t rejected_count = (0 - n) % n;
		while ((uint32_t)product < rejected_count)
			product = (splitmix64_next(state) >> 32) * n;
	}
	return lo + (uint32_t)(product >> 32);
}

const struct rng rng_splitmix64 = {
	.name = "splitmix64",
	.summary = "fastest to seed; maps unique to dungen",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(uint64_t),
	.seed = splitmix64_seed,
	.range = splitmix64_range,
};
