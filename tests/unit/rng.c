/* SPDX-License-Identifier: MIT */
/*
 * Random number generators: seeds in any order, and the fast ways against the plain ones. @smoke
 * @rng @clang
 */
#include "rng/python_draw_many.h"
#include "rng/python_seed_many.h"
#include "rng/rng.h"
#include "unit.h"

#include <string.h>

/* Makes a state one that was never seeded. */
static void renew_state(uint64_t *state, const struct rng *rng)
{
	memset(state, 0, rng->state_size);
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

/* Compares the words of seeds that were prepared together with those of init_by_array. */
static void check_seed_many(uint64_t *random)
{
	/* Batches that cross these have seeds with another number of words. */
	const uint64_t borders[] = {0, UINT64_C(1) << 32, UINT64_C(3) << 32, UINT64_C(1) << 63};
	static struct python_seeds seeds;
	static struct mt19937 together, alone;
	for (uint32_t i = 0; i < 400; i++) {
		uint64_t first_seed = unit_random(random) >> unit_between(random, 0, 63);
		if (unit_once_in(random, 2))
			first_seed = borders[unit_between(random, 0, 3)] -
				     unit_between(random, 0, PYTHON_SEEDS);
		python_seeds_prepare(&seeds, first_seed);
		CHECK(!python_seeds_have(&seeds, first_seed - 1) &&
			      !python_seeds_have(&seeds, first_seed + PYTHON_SEEDS),
		      "only the seeds from %" PRIu64 " on are prepared", first_seed);
		for (uint32_t k = 0; k < PYTHON_SEEDS; k++) {
			const uint64_t seed = first_seed + k;
			const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
			mt19937_seed_by_array(&alone, key, key[1] > 0 ? 2 : 1);
			python_seeds_start(&seeds, seed, &together);
			CHECK(python_seeds_have(&seeds, seed) && together.next == alone.next &&
				      memcmp(together.word, alone.word, sizeof alone.word) == 0,
			      "seed %" PRIu64 ", prepared from %" PRIu64
			      " on, has the words of init_by_array",
			      seed, first_seed);
		}
	}
}

/* Compares draws that test several numbers at once with draws that test one after the other. */
static void check_draw_many(uint64_t *random)
{
	static struct mt19937 many, plain;
	uint32_t used = 0;
	for (uint32_t i = 0; i < 200000; i++) {
		if (i % 2000 == 0) {
			mt19937_seed(&plain, (uint32_t)unit_random(random));
			many = plain;
		}
		const uint32_t n = unit_between(random, 0, INT32_MAX) >>
					   unit_between(random, 0, 30) |
				   1;
		const uint32_t bound = unit_once_in(random, 20) ? UINT32_C(1) << 31 : n;
		const int unused = __builtin_clz(bound);
		uint32_t expected, found;
		do
			expected = mt19937_next(&plain) >> unused;
		while (expected >= bound);
		if (python_draw_many(&many, bound, unused, &found))
			used++;
		else
			do
				found = mt19937_next(&many) >> unused;
			while (found >= bound);
		CHECK(found == expected && many.next == plain.next,
		      "draw %" PRIu32 ", below %" PRIu32 ", is %" PRIu32 " and should be %" PRIu32,
		      i, bound, found, expected);
	}
	CHECK(used > 180000, "most draws test several numbers at once: %" PRIu32, used);
}

/* libtcod's CMWC, which fills all of its table first. */
struct plain_cmwc {
	uint32_t word[4096];
	uint32_t carry;
	uint32_t index;
};

static void seed_plain_cmwc(struct plain_cmwc *cmwc, uint32_t seed)
{
	for (uint32_t i = 0; i < 4096; i++) {
		seed = seed * 1103515245 + 12345;
		cmwc->word[i] = seed;
	}
	cmwc->carry = (seed * 1103515245 + 12345) % 809430660;
	cmwc->index = 0;
}

static uint32_t draw_plain_cmwc(struct plain_cmwc *cmwc)
{
	cmwc->index = (cmwc->index + 1) % 4096;
	const uint64_t t = UINT64_C(18782) * cmwc->word[cmwc->index] + cmwc->carry;
	cmwc->carry = (uint32_t)(t >> 32);
	uint32_t x = (uint32_t)t + cmwc->carry;
	if (x < cmwc->carry) {
		x++;
		cmwc->carry++;
	}
	if (x + 1 == 0) {
		x = 0;
		cmwc->carry++;
	}
	cmwc->word[cmwc->index] = 0xfffffffe - x;
	return cmwc->word[cmwc->index];
}

/* Compares the table of libtcod, which is filled as it is used, with one that is filled first. */
static void check_lazy_table(uint64_t *random)
{
	extern const struct rng rng_libtcod;
	static struct plain_cmwc plain;
	uint64_t *state = new_state(&rng_libtcod);
	for (uint32_t i = 0; i < 200; i++) {
		const uint32_t seed = (uint32_t)unit_random(random);
		rng_libtcod.seed(state, seed);
		seed_plain_cmwc(&plain, seed);
		for (uint32_t k = 0; k < 9000; k++) {
			const uint32_t expected = draw_plain_cmwc(&plain) % (UINT32_C(1) << 31);
			const uint32_t found = rng_libtcod.range(state, 0, INT32_MAX);
			CHECK(found == expected, "draw %" PRIu32 " of seed %" PRIu32, k, seed);
		}
	}
	free_state(state);
}

int main(void)
{
	uint64_t random = UNIT_START;
	RUN(check_seed_many(&random));
	RUN(check_draw_many(&random));
	RUN(check_lazy_table(&random));
	for (size_t i = 0; rng_table[i]; i++)
		RUN(check_order(&random, rng_table[i]));
	return unit_end();
}
