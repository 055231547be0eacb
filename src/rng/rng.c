/* SPDX-License-Identifier: MIT */
#include "rng/rng.h"

#include <string.h>

/* Every rng, in the order of --help. X(NAME) is `rng_NAME`, defined in a file of its own beside this one. */
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

const struct rng *rng_find(const char *name)
{
	for (size_t i = 0; rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, name) == 0)
			return rng_table[i];
	return NULL;
}
