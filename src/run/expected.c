/* SPDX-License-Identifier: MIT */
#include "run/expected.h"

#include <string.h>

/* Finds a random number generator by its name. Returns NULL if dungen does not know it. */
static const struct rng *find_rng(const char *name)
{
	for (size_t i = 0; rng_table[i]; i++) {
		if (strcmp(rng_table[i]->name, name) == 0)
			return rng_table[i];
	}
	return NULL;
}

/* Reads the options of a document. Returns false if dungen does not accept one of them. */
static bool read_options(const struct map *document, struct recipe *recipe)
{
	const struct recipe *written = &document->recipe;
	*recipe = (struct recipe){.seed = written->seed};
	for (size_t i = 0; i < written->parameter_count; i++) {
		if (!recipe_set_parameter(recipe, &written->parameters[i]))
			return false;
	}
	recipe->width = written->width;
	recipe->height = written->height;
	return recipe_check(recipe) == RECIPE_SOUND;
}

bool expected_read(const struct map *document, struct recipe *recipe, const struct rng **rng)
{
	/* A reader keeps the algorithm only if the document also has a seed and a whole recipe. */
	if (!document->recipe.algorithm)
		return false;
	if (!read_options(document, recipe))
		return false;
	*rng = find_rng(document->recipe.rng);
	if (!*rng)
		return false;
	return recipe->seed <= (*rng)->max_seed;
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
