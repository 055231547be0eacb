/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_COMPARE_H
#define DUNGEN_COMPARE_H

#include "../lib/command_line.h"
#include "invariants.h"
#include "plain.h"

/* Compares maps of the generator with plain ones, for the fuzzer and unit/properties. */

static struct plain plain;
static struct grid grid;

/* There is no plain generator of tunnels around rooms in C, but the rooms are some of the plain one's. */
static inline const char *around_difference(const struct dungeon *dungeon, enum generator_result result)
{
	bool enough = dungeon->room_count >= dungeon->recipe.min_rooms;
	if (result != (enough ? GENERATOR_MADE : GENERATOR_TOO_FEW_ROOMS))
		return "result";
	return enough ? invariants_broken(&grid, dungeon, plain.room, plain.rooms) : NULL;
}

/* Makes the map of the recipe's seed with a generator for such recipes. Returns what is wrong with it, or NULL. */
static inline const char *compare_map(struct generator *generator, const struct rng *rng, const struct recipe *recipe,
				      struct dungeon *dungeon, enum generator_result *result)
{
	plain_make(&plain, recipe, rng, recipe->seed);
	*result = generator_make(generator, recipe->seed, dungeon);
	if (dungeon->room_count > recipe_most_rooms(recipe) || dungeon->room_count > recipe_space(recipe))
		return "more rooms than there is space for";
	return recipe->tunnels == TUNNELS_AROUND ? around_difference(dungeon, *result)
						 : plain_difference(&plain, &grid, dungeon, *result);
}

#endif
