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

/* Reads the options of a document. Returns false if dungen has no such option or value. */
static bool read_options(const struct map *document, struct recipe *recipe)
{
	const struct recipe *given = &document->recipe;
	*recipe = (struct recipe){.seed = given->seed};
	for (size_t i = 0; i < given->parameter_count; i++)
		if (!recipe_set_parameter(recipe, &given->parameters[i]))
			return false;
	recipe->width = given->width;
	recipe->height = given->height;
	return recipe_check(recipe) == RECIPE_SOUND;
}

bool expected_read(const struct map *document, struct recipe *recipe, const struct rng **rng)
{
	/* A document without a seed has no algorithm, either. */
	if (!document->recipe.algorithm)
		return false;
	if (!read_options(document, recipe))
		return false;
	*rng = find_rng(document->recipe.rng);
	return *rng && recipe->seed <= (*rng)->max_seed;
}

enum generator_result expected_generate(const struct rng *rng, const struct recipe *recipe,
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
