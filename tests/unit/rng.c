/* SPDX-License-Identifier: MIT */
/*
 * The random number generators: seeds in any order; tests/oracle compares all their numbers. @smoke
 * @rng @clang
 */
#include "rng/rng.h"
#include "unit.h"

#include <string.h>

/* Makes a state one that was never seeded; most of what it holds must not matter. */
static void renew_state(uint64_t *state, const struct rng *rng)
{
	memset(state, 0xa5, rng->state_size);
	*state = 0;
}

/* Returns memory for a state, aligned as a uint64_t and no more, unlike that of malloc. */
static uint64_t *new_state(const struct rng *rng)
{
	uint64_t *memory = unit_memory(1, sizeof *memory + rng->state_size);
	renew_state(memory + 1, rng);
	return memory + 1;
}

static void free_state(uint64_t *state)
{
	free(state - 1);
}

/*
 * Chooses the next seed: mostly the one that follows, now and then one near this, near 0 or 2^32,
 * or any.
 */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	const uint64_t near[] = {seed, 0, UINT64_C(1) << 32, unit_random(random)};
	if (!unit_once_in(random, 12))
		return (seed + 1) & rng->max_seed; /* after the largest comes 0 */
	return (near[unit_between(random, 0, 3)] + unit_between(random, 0, 40) - 20) &
	       rng->max_seed;
}

/* Compares draws from a state that all seeds share with those from a fresh one. */
static void check_order(uint64_t *random, const struct rng *rng)
{
	/*
	 * Numbers drawn before the next seed; the Mersenne Twister has 624 words, libtcod's CMWC
	 * 4096.
	 */
	static const uint32_t draws[] = {0,   1,   3,   100, 127,  128,  226, 227,
					 228, 623, 624, 625, 1300, 4096, 5000};
	enum { FEW_DRAWS = 6, ALL_DRAWS = sizeof draws / sizeof *draws };
	uint64_t *used = new_state(rng), *fresh = new_state(rng);
	uint64_t seed = 0;
	for (uint32_t i = 0; i < 15000; i++) {
		uint64_t before = seed;
		seed = choose_next(random, rng, seed);
		uint32_t count = draws[unit_between(
			random, 0, unit_once_in(random, 4) ? ALL_DRAWS - 1 : FEW_DRAWS - 1)];
		rng->seed(used, seed);
		renew_state(fresh, rng);
		rng->seed(fresh, seed);
		bool same = true;
		for (uint32_t k = 0; k < count; k++)
			same = rng->range(used, 0, INT32_MAX) == rng->range(fresh, 0, INT32_MAX) &&
			       same;
		CHECK(same,
		      "a seed gives the same numbers whichever came before: %s, seed %" PRIu64
		      " after %" PRIu64,
		      rng->name, seed, before);
	}
	free_state(used);
	free_state(fresh);
}

int main(void)
{
	uint64_t random = UNIT_START;
	for (size_t i = 0; rng_table[i]; i++)
		RUN(check_order(&random, rng_table[i]));
	return unit_end();
}
