/* SPDX-License-Identifier: MIT */
/*
 * libtcod's TCOD_random_get_int with its default algorithm: Marsaglia's CMWC4096, "Random number
 * generators", Journal of Modern Applied Statistical Methods 2 (2003).
 */
#include "rng/rng.h"

enum { WORDS = 4096 };

struct cmwc {
	uint32_t word[WORDS];
	uint32_t carry;
	uint32_t index; /* of the word used last */
};

static void seed(void *state, uint64_t seed)
{
	struct cmwc *cmwc = state;
	uint32_t s = (uint32_t)seed;
	for (uint32_t i = 0; i < WORDS; i++)
		cmwc->word[i] = s = s * 1103515245 + 12345;
	cmwc->carry = (s * 1103515245 + 12345) % 809430660;
	cmwc->index = 0;
}

static uint32_t next(struct cmwc *cmwc)
{
	cmwc->index = (cmwc->index + 1) % WORDS;
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

static uint32_t range(void *state, uint32_t lo, uint32_t hi)
{
	return lo == hi ? lo : next(state) % (hi - lo + 1) + lo;
}

static bool coin(void *state)
{
	return range(state, 0, 1) == 1;
}

const struct rng rng_libtcod = {
	.name = "libtcod",
	.summary = "libtcod's random_new_from_seed(N) and get_int",
	.max_seed = UINT32_MAX,
	.state_size = sizeof(struct cmwc),
	.seed = seed,
	.range = range,
	.coin = coin,
};
