/* SPDX-License-Identifier: MIT */
/*
 * libtcod's TCOD_random_get_int: libtcod with its default algorithm, libtcod-mt with the other one.
 */
#include "rng/mt19937.h"
#include "rng/rng.h"

/*
 * The default is Marsaglia's CMWC4096: "Random number generators", Journal of Modern Applied
 * Statistical Methods 2 (2003).
 */
enum { WORDS = 4096 };

/*
 * A seed fills 4096 words, but most maps draw only a few hundred numbers, so each word is filled
 * when it is needed.
 */
struct cmwc {
	uint32_t carry;
	uint32_t index;  /* of the word used last */
	uint32_t filled; /* words filled so far */
	uint32_t last;   /* the last one filled, or the seed */
	uint32_t word[WORDS];
};

/* The recurrence that fills the words: s = s * FACTOR + INCREMENT. */
static const uint32_t FACTOR = 1103515245, INCREMENT = 12345;

/*
 * The value after all 4096 words, in twelve doublings: applied twice, s * a + c is s * a * a + c *
 * (a + 1).
 */
static uint32_t word_after_all(uint32_t seed)
{
	uint32_t factor = FACTOR, increment = INCREMENT;
	for (uint32_t steps = 1; steps < WORDS; steps *= 2) {
		increment *= factor + 1;
		factor *= factor;
	}
	uint32_t last = seed * factor + increment;
	return last * FACTOR + INCREMENT;
}

static void cmwc_seed(void *state, uint64_t seed)
{
	struct cmwc *cmwc = state;
	cmwc->carry = word_after_all((uint32_t)seed) % 809430660;
	cmwc->index = 0;
	cmwc->filled = 0;
	cmwc->last = (uint32_t)seed;
}

static uint32_t cmwc_next(struct cmwc *cmwc)
{
	cmwc->index = (cmwc->index + 1) % WORDS;
	while (cmwc->filled <= cmwc->index)
		cmwc->word[cmwc->filled++] = cmwc->last = cmwc->last * FACTOR + INCREMENT;
	uint64_t t = UINT64_C(18782) * cmwc->word[cmwc->index] + cmwc->carry;
	cmwc->carry = (uint32_t)(t >> 32);
	uint32_t x = (uint32_t)t + cmwc->carry;
	if (x < cmwc->carry) {
		x++;
		cmwc->carry++;
	}
	if (x == UINT32_MAX) {
		x = 0;
		cmwc->carry++;
	}
	return cmwc->word[cmwc->index] = 0xfffffffe - x;
}

static uint32_t cmwc_range(void *state, uint32_t lo, uint32_t hi)
{
	return lo == hi ? lo : cmwc_next(state) % (hi - lo + 1) + lo;
}

const struct rng rng_libtcod = {
	.name = "libtcod",
	.summary = "random_new_from_seed(N) and get_int of libtcod",
	.max_seed = UINT32_MAX,
	.state_size = sizeof(struct cmwc),
	.seed = cmwc_seed,
	.range = cmwc_range,
};

/* The other is the Mersenne Twister. */

static void mt_seed(void *state, uint64_t seed)
{
	struct mt19937 *mt = state;
	mt19937_fill(mt->word, (uint32_t)seed);
	mt19937_start(mt);
}

static uint32_t mt_word(void *state)
{
	return mt19937_next(state);
}

static uint32_t mt_range(void *state, uint32_t lo, uint32_t hi)
{
	return lo == hi ? lo : mt19937_next(state) % (hi - lo + 1) + lo;
}

const struct rng rng_libtcod_mt = {
	.name = "libtcod-mt",
	.summary = "libtcod with its other algorithm, MT",
	.max_seed = UINT32_MAX,
	.state_size = sizeof(struct mt19937),
	.seed = mt_seed,
	.range = mt_range,
	.word = mt_word,
};
