/* SPDX-License-Identifier: MIT */
/* Like python, but with the coin of the tutorial's 2020 edition: random.random() < 0.5. */
#include "rng/cpython.h"
#include "rng/rng.h"

/*
 * random() is (a * 2^26 + b) / 2^53, a being the top 27 bits of one output and b the top 26 of the next. It is
 * below one half exactly when the top bit of the first output is 0.
 */
static bool coin(void *state)
{
	struct cpython *python = state;
	uint32_t high = mt19937_next(&python->mt);
	(void)mt19937_next(&python->mt);
	return high >> 31 == 0;
}

const struct rng rng_python_2020 = {
	.name = "python-2020",
	.summary = "the same, but tunnels bend by random() < 0.5",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct cpython),
	.seed = cpython_seed,
	.seed_next = cpython_seed_next,
	.range = cpython_randint,
	.range_pair = cpython_randint_pair,
	.coin = coin,
};
