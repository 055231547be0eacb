/* SPDX-License-Identifier: MIT */
/* CPython's random module, as part 3 of the tutorials in Python uses it after random.seed(seed). */
#include "rng/cpython.h"
#include "rng/rng.h"

const struct rng rng_python = {
	.name = "python",
	.summary = "Python's random.seed(N) and randint",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct cpython),
	.seed = cpython_seed,
	.seed_next = cpython_seed_next,
	.range = cpython_randint,
	.range_pair = cpython_randint_pair,
};
