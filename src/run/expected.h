/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generate.h"
#include "map/map.h"
#include "rng/rng.h"

/* The map that a document says it is. */

enum expected_result {
	EXPECTED_MAP,
	EXPECTED_UNKNOWN, /* the document has no seed and options that make a map */
	EXPECTED_NO_MEMORY,
};

/*
 * Generates the map of the seed and options that a document contains, and stores it in *map and the
 * document's random number generator in *rng.
 */
enum expected_result expected_generate(const struct map *document, struct map *map,
				       const struct rng **rng);

/*
 * Generates the map of a recipe and its seed. Keeps all attempts in the history, or nowhere if that
 * is NULL.
 */
enum generator_result expected_generate_recipe(const struct rng *rng, const struct recipe *recipe,
					       struct map *map, struct history *history);
