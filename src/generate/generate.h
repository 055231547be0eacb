/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/watch.h"
#include "map/history.h"
#include "rng/rng.h"

/*
 * The algorithm "rooms-and-tunnels/1": the room-and-tunnel generator of the roguelike tutorials
 * (libtcod's Python tutorial, part 3). The same rng, seed and limits give the same map everywhere;
 * a change that gives another map must change the number.
 */

/* The state of the rng, and memory, for the maps of a run. */
struct generator;

/*
 * Creates a generator for maps of the recipe, whose seed and names are ignored. Returns NULL if out
 * of memory.
 */
struct generator *generator_new(const struct rng *rng, const struct recipe *recipe);

enum generator_result {
	GENERATOR_MADE,
	GENERATOR_NO_MEMORY,
	GENERATOR_TOO_FEW_ROOMS, /* see the map's room_count and generator_attempt_count */
};

/*
 * Makes the map of `seed`, at most the rng's max_seed, in `map`, which is zeroed before its first
 * map and reuses its memory. Keeps all attempts to place a room in `history`, and reports long
 * passes to `watch`. Both may be NULL. There is no map unless GENERATOR_MADE is returned, but the
 * map can be used again.
 */
enum generator_result generator_make(struct generator *generator, uint64_t seed, struct map *map,
				     struct history *history, struct watch *watch);

/* Returns how many attempts to place a room were made for the last map; 0 for NULL. */
uint64_t generator_attempt_count(const struct generator *generator);

/* Frees the generator, which may be NULL. */
void generator_free(struct generator *generator);
