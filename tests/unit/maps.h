/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNIT_MAPS_H
#define DUNGEN_UNIT_MAPS_H

#include "../fuzz/grid.h"
#include "../lib/command_line.h"
#include "dungeon/dungeon.h"
#include "rng/rng.h"
#include "unit.h"

#include <string.h>

/* Random recipes of maps for tests. */

/* Chooses room_min and room_max for a map of that size, now and then the smallest or the largest possible. */
static inline void choose_rooms(uint64_t *random, struct recipe *recipe)
{
	uint32_t largest = (recipe->width < recipe->height ? recipe->width : recipe->height) - 1;
	uint32_t small = largest < 10 ? largest : 10;
	recipe->room_min = unit_between(random, 2, unit_once_in(random, 3) ? largest : small);
	uint32_t close = recipe->room_min + 8 < largest ? recipe->room_min + 8 : largest;
	recipe->room_max = unit_between(random, recipe->room_min, unit_once_in(random, 3) ? largest : close);
	if (unit_once_in(random, 16))
		recipe->room_max = recipe->room_min;
}

/* Chooses a seed of the rng, now and then near 2^32 or the largest. */
static inline uint64_t choose_seed(uint64_t *random, const struct rng *rng)
{
	uint64_t seed = unit_random(random);
	switch (unit_between(random, 0, 5)) {
	case 0:
		seed %= 1000;
		break;
	case 1:
		seed = UINT32_MAX - seed % 4;
		break;
	case 2:
		seed = rng->max_seed - seed % 4;
		break;
	case 3:
		seed = (UINT64_C(1) << 32) + seed % 4;
		break;
	default:
		break;
	}
	return rng->max_seed == UINT32_MAX ? (uint32_t)seed : seed;
}

static inline const struct rng *choose_rng(uint64_t *random)
{
	uint32_t count = 0;
	while (rng_table[count])
		count++;
	return rng_table[unit_between(random, 0, count - 1)];
}

/* Returns the random number generator of that name, or ends the test. */
static inline const struct rng *find_rng(const char *name)
{
	for (size_t i = 0; rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, name) == 0)
			return rng_table[i];
	printf("no rng %s\n", name);
	exit(1);
}

#endif
