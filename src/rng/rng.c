/* SPDX-License-Identifier: MIT */
#include "rng/rng.h"

/* All rngs, in the order of --help. X(NAME) stands for rng_NAME, which a file of its own defines.
 */
#define RNGS(X)        \
	X(python)      \
	X(python_2020) \
	X(libtcod)     \
	X(libtcod_mt)  \
	X(splitmix64)

#define DECLARE(name) extern const struct rng rng_##name;
RNGS(DECLARE)

#define LIST(name) &rng_##name,
const struct rng *const rng_table[] = {RNGS(LIST) NULL};
