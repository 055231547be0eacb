/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"
#include "rng/rng.h"

/*
 * The algorithm "rooms-and-tunnels/1": the room-and-tunnel generator of the roguelike tutorials
 * (part 3 of libtcod's Python tutorial). The same rng, seed, and options make the same map
 * everywhere. A change of the algorithm that changes a map must change the number in its name.
 *
 * Usage:
 *
 *     struct generator *generator = generator_new(rng, recipe);
 *     struct map map = {0};
 *     generator_make(generator, seed, &map, false);    any number of seeds
 *     generator_free(generator);
 */

/* The state of an rng, and memory for the maps of a run. */
struct generator;

/*
 * Creates a generator for maps of a recipe. The seed and the names in the recipe are ignored; the
 * caller keeps the strings of its parameters. The recipe must be RECIPE_SOUND. Returns NULL if out
 * of memory. The caller frees the generator with generator_free.
 */
struct generator *generator_new(const struct rng *rng, const struct recipe *recipe);

/* Replaces the recipe for the next maps. The rules of generator_new apply to the new one. */
void generator_set_recipe(struct generator *generator, const struct recipe *recipe);

enum generator_result {
	GENERATOR_MADE,
	GENERATOR_NO_MEMORY,
	GENERATOR_TOO_FEW_ROOMS, /* fewer rooms than min_rooms; see the map's room_count */
};

/*
 * Generates the map of a seed, which is at most the max_seed of the rng. First draws the numbers of
 * the ranges, so the recipe of the map has none. Zero `map` before its
 * first use; each map reuses its memory. Unless `keeps_attempts` is set, the map lacks its
 * attempts, because adding them takes time. Unless the result is GENERATOR_MADE, the map is
 * incomplete, but can be used for the next seed.
 */
enum generator_result generator_make(struct generator *generator, uint64_t seed, struct map *map,
				     bool keeps_attempts);

/* Frees the generator, which may be NULL. */
void generator_free(struct generator *generator);
