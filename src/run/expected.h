/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generate.h"

/*
 * Generates the map that a document should contain, from the recipe in the document.
 *
 *     struct map expected = {0};
 *     if (expected_read(document, &recipe, &rng))
 *             result = expected_generate(rng, &recipe, &expected, NULL);
 *     map_free(&expected);
 */

/*
 * Stores the recipe of a document in *recipe, including the seed, and its random number generator
 * in *rng. Returns false if the document lacks a part
 * of them, or if dungen cannot generate a map from them.
 */
bool expected_read(const struct map *document, struct recipe *recipe, const struct rng **rng);

/*
 * Generates the map of a recipe and its seed. Records the attempts to place rooms in `history`,
 * which may be NULL. The caller frees the map and the history.
 */
enum generator_result expected_generate(const struct rng *rng, const struct recipe *recipe,
					struct map *map, struct history *history);
