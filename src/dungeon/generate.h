/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_GENERATE_H
#define DUNGEN_GENERATE_H

#include "dungeon/dungeon.h"
#include "dungeon/watch.h"
#include "rng/rng.h"

/*
 * The algorithm "rooms-and-tunnels/1": the room-and-tunnel generator of the roguelike tutorials (libtcod's
 * Python tutorial, part 3). The same rng, seed and limits give the same map everywhere; a change that
 * gives another map must change the number.
 */

/* What the maps of a run share: the state of the rng, and memory. */
struct generator;

/* A generator for maps of the recipe's size and limits; the names and seed in it are ignored. NULL when out of memory.
 */
struct generator *generator_new(const struct rng *rng, const struct recipe *recipe);

enum generator_result {
	GENERATOR_MADE,
	GENERATOR_NO_MEMORY,
	GENERATOR_TOO_FEW_ROOMS, /* the dungeon's room_count and attempts say how far it came */
};

/* Sets the function to call while a map is made. */
void generator_watch(struct generator *generator, struct watch watch);

/*
 * Makes the map of `seed`, 0 to the rng's max_seed, in `dungeon`, which is zeroed before its first map; its memory is
 * used again for the next. With another result than GENERATOR_MADE there is no map, but the dungeon can be used again.
 */
enum generator_result generator_make(struct generator *generator, uint64_t seed, struct dungeon *dungeon);

/* Frees the generator, which may be NULL. */
void generator_free(struct generator *generator);

#endif
