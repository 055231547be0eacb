/* SPDX-License-Identifier: MIT */
/*
 * The random number generators: seeds in any order and bounds of all sizes. tests/oracle compares all their numbers;
 * here are a few for builds that it does not run. @smoke @rng @clang
 */
#include "rng/rng.h"
#include "unit.h"

#include <string.h>

/* Chooses a seed of the rng, now and then near 2^32 or the largest. */
static uint64_t choose_seed(uint64_t *random, const struct rng *rng)
{
	uint64_t seed = unit_random(random);
	switch (unit_between(random, 0, 5)) {
	case 0:
		seed %= 1000;
		break;
	case 1:
		seed = UINT32_MAX - seed % 4;
		break;
	case 2:
		seed = rng->max_seed - seed % 4;
		break;
	case 3:
		seed = (UINT64_C(1) << 32) + seed % 4;
		break;
	default:
		break;
	}
	return rng->max_seed == UINT32_MAX ? (uint32_t)seed : seed;
}

/* Makes a state one that was never seeded; most of what it holds must not matter. */
static void renew_state(void *state, const struct rng *rng)
{
	memset(state, 0xa5, rng->state_size);
	memset(state, 0, sizeof(uint64_t));
}

/* Returns memory for a state, aligned as a uint64_t and no more. */
enum { STRICTER = 64 };

static void *new_state(const struct rng *rng)
{
	size_t size = (rng->state_size + sizeof(uint64_t) + STRICTER - 1) / STRICTER * STRICTER;
	uint64_t *memory = aligned_alloc(STRICTER, size);
	if (!memory)
		unit_no_memory();
	renew_state(memory + 1, rng);
	return memory + 1;
}

static void free_state(void *state)
{
	free((uint64_t *)state - 1);
}

/* Bounds of all sizes. */
static void choose_bounds(uint64_t *random, uint32_t *lo, uint32_t *hi)
{
	uint32_t bits = unit_between(random, 0, 31);
	uint32_t most = bits == 31 ? INT32_MAX : UINT32_C(1) << bits;
	uint32_t span = unit_between(random, 0, most);
	switch (unit_between(random, 0, 3)) {
	case 0: /* 2^k values */
		span = most == INT32_MAX ? most : most - 1;
		break;
	case 1: /* 2^k + 1 values, or 2^31 */
		span = most;
		break;
	default:
		break;
	}
	*lo = unit_between(random, 0, unit_once_in(random, 2) ? 0 : INT32_MAX - span);
	*hi = *lo + span;
}

/* Chooses the next seed: mostly the one that follows, sometimes the same, one nearby, or any. */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	switch (unit_between(random, 0, 49)) {
	case 0:
		return choose_seed(random, rng);
	case 1:
		return seed;
	case 2:
		return (seed - unit_between(random, 1, 20)) & rng->max_seed;
	case 3:
		return (seed + unit_between(random, 2, 20)) & rng->max_seed;
	default: /* after the largest comes 0 */
		return (seed + 1) & rng->max_seed;
	}
}

/* Compares draws from a state that all seeds share with those from a fresh one. */
static void check_order(uint64_t *random, const struct rng *rng)
{
	/* Numbers drawn before the next seed; the Mersenne Twister has 624 words, libtcod's CMWC 4096. */
	static const uint32_t draws[] = {0, 1, 3, 100, 127, 128, 226, 227, 228, 623, 624, 625, 1300, 4096, 5000};
	enum { FEW_DRAWS = 6, ALL_DRAWS = sizeof draws / sizeof *draws };
	void *used = new_state(rng), *fresh = new_state(rng);
	uint64_t seed = 0;
	for (uint32_t i = 0; i < 15000; i++) {
		uint64_t before = seed;
		seed = choose_next(random, rng, seed);
		uint32_t count =
			draws[unit_between(random, 0, unit_once_in(random, 4) ? ALL_DRAWS - 1 : FEW_DRAWS - 1)];
		rng->seed(used, seed);
		renew_state(fresh, rng);
		rng->seed(fresh, seed);
		bool same = true;
		for (uint32_t k = 0; k < count; k++)
			same = rng->range(used, 0, INT32_MAX) == rng->range(fresh, 0, INT32_MAX) && same;
		CHECK(same, "a seed gives the same numbers whichever came before: %s, seed %" PRIu64 " after %" PRIu64,
		      rng->name, seed, before);
	}
	free_state(used);
	free_state(fresh);
}

static void check_bounds(uint64_t *random, const struct rng *rng)
{
	void *state = new_state(rng);
	rng->seed(state, 2024);
	for (uint32_t i = 0; i < 200000; i++) {
		uint32_t lo, hi;
		choose_bounds(random, &lo, &hi);
		uint32_t drawn = rng->range(state, lo, hi);
		CHECK(drawn >= lo && drawn <= hi,
		      "draws stay within any bounds: %s, %" PRIu32 " to %" PRIu32 ": %" PRIu32, rng->name, lo, hi,
		      drawn);
	}
	free_state(state);
}

/* The sum of 2000 draws after seed 42: those of CPython and of libtcod itself, and of splitmix64 in Python. */
static void check_numbers(size_t index)
{
	static const uint64_t sums[] = {1010508187, 1010508187, 1004124608, 1005772131, 1010276338};
	const struct rng *rng = rng_table[index];
	void *state = new_state(rng);
	uint64_t sum = 0;
	rng->seed(state, 42);
	for (uint32_t i = 0; i < 2000; i++)
		sum += rng->range(state, 0, 1000000 + i);
	CHECK(index < sizeof sums / sizeof *sums && sum == sums[index], "%s draws its numbers: %" PRIu64, rng->name,
	      sum);
	free_state(state);
}

int main(void)
{
	uint64_t random = UNIT_START;
	for (size_t i = 0; rng_table[i]; i++) {
		RUN(check_order(&random, rng_table[i]));
		RUN(check_bounds(&random, rng_table[i]));
		RUN(check_numbers(i));
	}
	return unit_end();
}
