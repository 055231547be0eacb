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

/* Makes a state look as if it had never been seeded. */
static void renew_state(uint64_t *state, const struct rng *rng)
{
	memset(state, 0, rng->state_size);
}

/*
 * Returns memory for a state. It is aligned as a uint64_t and not more strictly, as memory of
 * malloc would be.
 */
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
 * Chooses the next seed: usually the following one, sometimes a seed near this one, near 0, near
 * 2^32, or near any number. 0 follows the largest seed.
 */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	if (!unit_once_in(random, 12))
		return (seed + 1) & rng->max_seed;
	const uint64_t centers[] = {seed, 0, UINT64_C(1) << 32, unit_random(random)};
	const uint64_t center = centers[unit_between(random, 0, 3)];
	return (center + unit_between(random, 0, 40) - 20) & rng->max_seed;
}

/* Chooses how many numbers are drawn before the next seed. */
static uint32_t choose_draw_count(uint64_t *random)
{
	/* The Mersenne Twister has 624 words, and the CMWC of libtcod has 4096. */
	static const uint32_t counts[] = {0,   1,   3,   100, 127,  128,  226, 227,
					  228, 623, 624, 625, 1300, 4096, 5000};
	enum { FEW = 6, ALL = sizeof counts / sizeof *counts };
	const uint32_t choices = unit_once_in(random, 4) ? ALL : FEW;
	return counts[unit_between(random, 0, choices - 1)];
}

/* Returns whether the next numbers of two states are equal. Draws all of them in any case. */
static bool draws_are_equal(const struct rng *rng, uint64_t *state, uint64_t *other, uint32_t count)
{
	bool is_equal = true;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t number = rng->range(state, 0, INT32_MAX);
		const uint32_t other_number = rng->range(other, 0, INT32_MAX);
		is_equal = is_equal && number == other_number;
	}
	return is_equal;
}

/* Compares draws from a state that all seeds share with draws from a fresh state. */
static void check_order(uint64_t *random, const struct rng *rng)
{
	uint64_t *used = new_state(rng);
	uint64_t *fresh = new_state(rng);
	uint64_t seed = 0;
	for (uint32_t i = 0; i < 15000; i++) {
		const uint64_t previous_seed = seed;
		seed = choose_next(random, rng, seed);
		rng->seed(used, seed);
		renew_state(fresh, rng);
		rng->seed(fresh, seed);
		CHECK(draws_are_equal(rng, used, fresh, choose_draw_count(random)),
		      "the numbers of a seed do not depend on the previous seed: %s, seed %" PRIu64
		      " after %" PRIu64,
		      rng->name, seed, previous_seed);
	}
	free_state(used);
	free_state(fresh);
}

/* Chooses the first of the seeds that are prepared together. */
static uint64_t choose_first_seed(uint64_t *random)
{
	/* Batches that cross these numbers contain seeds of one word and of two words. */
	static const uint64_t borders[] = {0, UINT64_C(1) << 32, UINT64_C(3) << 32,
					   UINT64_C(1) << 63};
	if (unit_once_in(random, 2))
		return unit_random(random) >> unit_between(random, 0, 63);
	const uint64_t border = borders[unit_between(random, 0, 3)];
	return border - unit_between(random, 0, PYTHON_SEEDS);
}

/* Compares a prepared seed with the plain way, which is init_by_array. */
static void check_prepared_seed(struct python_seeds *seeds, uint64_t seed)
{
	static struct mt19937 prepared;
	static struct mt19937 plain;
	const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
	mt19937_seed_by_array(&plain, key, key[1] > 0 ? 2 : 1);
	python_seeds_start(seeds, seed, &prepared);
	CHECK(python_seeds_have(seeds, seed), "seed %" PRIu64 " is prepared", seed);
	CHECK(prepared.next == plain.next, "seed %" PRIu64 " starts with the same word", seed);
	CHECK(memcmp(prepared.word, plain.word, sizeof plain.word) == 0,
	      "seed %" PRIu64 " has the words of init_by_array", seed);
}

/* Checks seeds that are prepared together. */
static void check_seed_many(uint64_t *random)
{
	static struct python_seeds seeds;
	for (uint32_t i = 0; i < 400; i++) {
		const uint64_t first_seed = choose_first_seed(random);
		python_seeds_prepare(&seeds, first_seed);
		CHECK(!python_seeds_have(&seeds, first_seed - 1),
		      "the seed before %" PRIu64 " is not prepared", first_seed);
		CHECK(!python_seeds_have(&seeds, first_seed + PYTHON_SEEDS),
		      "the seed after the batch of %" PRIu64 " is not prepared", first_seed);
		for (uint32_t k = 0; k < PYTHON_SEEDS; k++)
			check_prepared_seed(&seeds, first_seed + k);
	}
}

/* Draws a number below a bound in the plain way: numbers with as many bits, until one is below. */
static uint32_t draw_plainly(struct mt19937 *mt19937, uint32_t bound)
{
	const int unused_bits = __builtin_clz(bound);
	uint32_t number;
	do
		number = mt19937_next(mt19937) >> unused_bits;
	while (number >= bound);
	return number;
}

/* Chooses a bound with any number of bits. */
static uint32_t choose_bound(uint64_t *random)
{
	if (unit_once_in(random, 20))
		return UINT32_C(1) << 31;
	const uint32_t number = unit_between(random, 0, INT32_MAX);
	return number >> unit_between(random, 0, 30) | 1;
}

/* Compares draws that test several numbers at once with draws that test one after the other. */
static void check_draw_many(uint64_t *random)
{
	static struct mt19937 many;
	static struct mt19937 plain;
	uint32_t many_count = 0;
	for (uint32_t i = 0; i < 200000; i++) {
		if (i % 2000 == 0) {
			mt19937_seed(&plain, (uint32_t)unit_random(random));
			many = plain;
		}
		const uint32_t bound = choose_bound(random);
		const uint32_t expected = draw_plainly(&plain, bound);
		uint32_t found;
		if (python_draw_many(&many, bound, __builtin_clz(bound), &found))
			many_count++;
		else
			found = draw_plainly(&many, bound);
		CHECK(found == expected && many.next == plain.next,
		      "draw %" PRIu32 " below %" PRIu32 ": expected %" PRIu32 ", found %" PRIu32, i,
		      bound, expected, found);
	}
	CHECK(many_count > 180000, "most draws test several numbers at once: %" PRIu32, many_count);
}

/* The CMWC of libtcod, written plainly. It fills all of its table when it is seeded. */
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

/* Compares our CMWC, whose table is filled as it is used, with the plain one. */
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
