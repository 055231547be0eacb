/* SPDX-License-Identifier: MIT */
#include "rng/rng.h"

/* Each of these is in a file of the same name. */
extern const struct rng rng_python, rng_python_2020, rng_libtcod, rng_libtcod_mt;

/* In the order of --help. */
const struct rng *const rng_table[] = {
	&rng_python, &rng_python_2020, &rng_libtcod, &rng_libtcod_mt, &rng_splitmix64, NULL,
};
