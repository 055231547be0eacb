/* SPDX-License-Identifier: MIT */
#include "run/expected.h"

#include <string.h>

/* Returns the random number generator with a name, or NULL if there is none. */
static const struct rng *find_rng(const char *name)
{
	for (size_t i = 0; rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, name) == 0)
			return rng_table[i];
	return NULL;
}

/* Sets a recipe to what a document contains. Returns false if this does not make a map. */
static bool read_recipe(const struct map *document, struct recipe *recipe)
{
	const struct recipe *given = &document->recipe;
	/* A document without a seed has no algorithm, either. */
	if (!given->algorithm)
		return false;
	*recipe = (struct recipe){.seed = given->seed};
	for (size_t i = 0; i < given->parameter_count; i++)
		if (!recipe_set_parameter(recipe, &given->parameters[i]))
			return false;
	recipe->width = given->width;
	recipe->height = given->height;
	return recipe_check(recipe) == RECIPE_SOUND;
}

enum generator_result expected_generate_recipe(const struct rng *rng, const struct recipe *recipe,
					       struct map *map, struct history *history)
{
	struct generator *generator = generator_new(rng, recipe);
	if (!generator)
		return GENERATOR_NO_MEMORY;
	const enum generator_result result = generator_make(generator, recipe->seed, map, history,
							    NULL);
	generator_free(generator);
	return result;
}

enum expected_result expected_generate(const struct map *document, struct map *map,
				       const struct rng **rng)
{
	struct recipe recipe;
	if (!read_recipe(document, &recipe))
		return EXPECTED_UNKNOWN;
	*rng = find_rng(document->recipe.rng);
	if (!*rng || recipe.seed > (*rng)->max_seed)
		return EXPECTED_UNKNOWN;
	switch (expected_generate_recipe(*rng, &recipe, map, NULL)) {
	case GENERATOR_MADE:
		return EXPECTED_MAP;
	case GENERATOR_NO_MEMORY:
		return EXPECTED_NO_MEMORY;
	case GENERATOR_TOO_FEW_ROOMS:
		break;
	}
	return EXPECTED_UNKNOWN;
}
