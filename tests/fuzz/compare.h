/* SPDX-License-Identifier: MIT */
#pragma once

#include "../lib/command_line.h"
#include "invariants.h"

/* Compares maps of the generator with plain ones, for the fuzzer and unit/properties. */

/* Maps to make with one generator: `count` of them, from the recipe's seed on. */
struct batch {
	const struct rng *rng;
	struct recipe recipe;
	uint64_t count;
};

static struct plain plain;
static struct grid grid;

/* The bytes of an input are a list of numbers; zeros follow its end. */
struct numbers {
	const uint8_t *bytes;
	size_t size;
};

static inline uint64_t take(struct numbers *input, unsigned bytes)
{
	uint64_t number = 0;
	for (; bytes > 0 && input->size > 0; bytes--, input->size--)
		number = number << 8 | *input->bytes++;
	return number;
}

/* A number from lo to hi. */
static inline uint32_t choose(struct numbers *input, uint32_t lo, uint32_t hi)
{
	return lo + (uint32_t)(take(input, hi - lo < 256 ? 1 : 2) % (uint64_t)(hi - lo + 1));
}

static inline struct recipe choose_recipe(struct numbers *input)
{
	enum { SIDE_MOST = 96 };
	bool large = take(input, 1) % 8 == 0;
	struct recipe recipe = {
		.width = choose(input, 3, large ? SIDE_MOST : 40),
		.height = choose(input, 3, large ? SIDE_MOST : 30),
	};
	uint32_t side = (recipe.width < recipe.height ? recipe.width : recipe.height) - 1;
	recipe.room_min = choose(input, 2, side);
	recipe.room_max = choose(input, recipe.room_min, side);
	unsigned flags = (unsigned)take(input, 1);
	recipe.doors = flags & 1;
	recipe.exit = flags & 2 ? EXIT_FARTHEST : EXIT_LAST;
	recipe.connect = flags & 32 ? CONNECT_NEAREST : CONNECT_PREVIOUS;
	recipe.tunnels = flags & 64 ? TUNNELS_AROUND : TUNNELS_THROUGH;
	if (recipe.tunnels == TUNNELS_AROUND)
		recipe.connect = CONNECT_PREVIOUS;
	recipe.loops = flags & 4 ? choose(input, 0, flags & 8 ? 300 : 12) : 0;
	recipe.min_rooms = flags & 16 ? choose(input, 1, 12) : 0;
	recipe.max_rooms = choose(input, 1, take(input, 1) % 8 == 0 ? 512 : 60);
	return recipe;
}

/* Turns bytes into a batch; any bytes make one. */
static inline struct batch choose_batch(const uint8_t *bytes, size_t size)
{
	struct numbers input = {bytes, size};
	size_t rngs = 0;
	while (rng_table[rngs])
		rngs++;
	struct batch batch = {.rng = rng_table[take(&input, 1) % rngs]};
	batch.recipe = choose_recipe(&input);
	/* A generator may make later maps in another way than its first, and seed several at once. */
	batch.count = 1 + take(&input, 1) % 12;
	batch.recipe.seed = take(&input, 8);
	if (batch.rng->max_seed < UINT64_MAX)
		batch.recipe.seed %= batch.rng->max_seed + 1;
	if (batch.count - 1 > batch.rng->max_seed - batch.recipe.seed)
		batch.count = 1;
	return batch;
}

static inline const char *map_difference(const struct dungeon *dungeon, enum generator_result result)
{
	const struct recipe *recipe = &dungeon->recipe;
	bool enough = dungeon->room_count >= recipe->min_rooms;
	if (dungeon->room_count > recipe_most_rooms(recipe) || dungeon->room_count > recipe_space(recipe))
		return "more rooms than there is space for";
	if (result != (enough ? GENERATOR_MADE : GENERATOR_TOO_FEW_ROOMS))
		return "result";
	if (recipe->tunnels == TUNNELS_AROUND)
		return enough ? around_broken(&grid, dungeon, plain.room, plain.rooms) : NULL;
	if (dungeon->room_count != plain.rooms || dungeon->attempts != plain.attempts ||
	    memcmp(dungeon->rooms, plain.room, plain.rooms * sizeof *plain.room) != 0)
		return "rooms";
	if (enough && dungeon->tunnel_count < plain.rooms - 1)
		return "tunnels";
	for (uint32_t i = 0; enough && i < plain.rooms - 1; i++) {
		struct tunnel here = dungeon->tunnels[i], there = plain.tunnel[i];
		if (here.from != there.from || here.to != there.to || here.row_first != there.row_first)
			return "tunnels";
	}
	return enough ? through_broken(&grid, dungeon) : NULL;
}

/*
 * Makes the maps and compares them, then calls `seen` for each, unless it is NULL. Returns what is wrong with a map, or
 * NULL; the seed of the batch is then that of this map, or of the last.
 */
static inline const char *compare_batch(struct batch *batch,
					void (*seen)(const struct dungeon *dungeon, enum generator_result result))
{
	struct recipe *recipe = &batch->recipe;
	struct generator *generator = generator_new(batch->rng, recipe);
	struct dungeon dungeon = {0};
	const char *difference = NULL;
	if (!generator)
		abort();
	recipe->rng = batch->rng->name;
	for (uint64_t left = batch->count; left > 0 && !difference; left--) {
		plain_make(&plain, recipe, batch->rng);
		enum generator_result result = generator_make(generator, recipe->seed, &dungeon);
		difference = map_difference(&dungeon, result);
		if (!difference && seen)
			seen(&dungeon, result);
		recipe->seed += left > 1 && !difference;
	}
	dungeon_free(&dungeon);
	generator_free(generator);
	return difference;
}
