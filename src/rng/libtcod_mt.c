/* SPDX-License-Identifier: MIT */
/* libtcod's TCOD_random_get_int with its other algorithm, the Mersenne Twister. */
#include "rng/mt19937.h"
#include "rng/rng.h"

static void mt_seed(void *state, uint64_t seed)
{
	mt19937_seed(state, (uint32_t)seed);
}

static uint32_t mt_word(void *state)
{
	return mt19937_next(state);
}

static uint32_t mt_range(void *state, uint32_t lo, uint32_t hi)
{
	if (lo == hi)
		return lo;
	return lo + mt19937_next(state) % (hi - lo + 1);
}

const struct rng rng_libtcod_mt = {
	.name = "libtcod-mt",
	.summary = "like libtcod, but with the MT algorithm",
	.max_seed = UINT32_MAX,
	.state_size = sizeof(struct mt19937),
	.seed = mt_seed,
	.range = mt_range,
	.word = mt_word,
};
