/* SPDX-License-Identifier: MIT */
/* libtcod's TCOD_random_get_int with its other algorithm, the Mersenne Twister. */
#include "rng/mt19937.h"
#include "rng/rng.h"

static void seed(void *state, uint64_t seed)
{
	struct mt19937 *mt = state;
	mt19937_fill(mt->word, (uint32_t)seed);
	mt19937_start(mt);
}

static uint32_t range(void *state, uint32_t lo, uint32_t hi)
{
	return lo == hi ? lo : mt19937_next(state) % (hi - lo + 1) + lo;
}

const struct rng rng_libtcod_mt = {
	.name = "libtcod-mt",
	.summary = "libtcod with its other algorithm, MT",
	.max_seed = UINT32_MAX,
	.state_size = sizeof(struct mt19937),
	.seed = seed,
	.range = range,
};
