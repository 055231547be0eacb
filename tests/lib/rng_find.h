/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_RNG_FIND_H
#define DUNGEN_RNG_FIND_H

#include "rng/rng.h"

#include <string.h>

/* Returns the random number generator of that name, or NULL. */
static inline const struct rng *rng_find(const char *name)
{
	for (size_t i = 0; rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, name) == 0)
			return rng_table[i];
	return NULL;
}

#endif
