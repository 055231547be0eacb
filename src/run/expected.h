/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generate.h"

/*
 * The map that a document says it is:
 *
 *     if (!expected_read(document, &recipe, &rng))
 *             the document does not say it
 *     result = expected_generate(rng, &recipe, &map, NULL);
 */

/*
 * Reads the recipe, with its seed, and the random number generator of a document. Returns false if
 * the document does not contain all of them, or if dungen cannot generate a map from them.
 */
bool expected_read(const struct map *document, struct recipe *recipe, const struct rng **rng);

/*
 * Generates the map of a recipe and its seed. Keeps all attempts in the history, or nowhere if that
 * is NULL.
 */
enum generator_result expected_generate(const struct rng *rng, const struct recipe *recipe,
					struct map *map, struct history *history);
