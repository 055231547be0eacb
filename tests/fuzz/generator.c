/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: maps of any seed, rng, size, and options. tests/oracle compares such maps with a
 * second implementation of the generator. Here the sanitizers watch, and the parts of the program
 * must agree:
 *
 * - A map that a generator makes after others, and perhaps with its attempts, is the map that a
 *   fresh generator makes.
 * - --check does not find a fault in it, and all of its floor is connected.
 *
 * A difference ends the process with the command line that shows it.
 */
#include "../lib/command_line.h"
#include "generate/generate.h"
#include "map/check.h"
#include "map/compare.h"
#include "map/measure.h"
#include "numbers.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { SMALL_WIDTH_MAX = 40, SMALL_HEIGHT_MAX = 30, LARGE_SIDE_MAX = 96 };

/* Maps that one generator makes, from the seed of the recipe. */
struct batch {
	const struct rng *rng;
	struct recipe recipe;
	uint64_t count;
	bool keeps_attempts;
};

/* Removes a number of up to `byte_count` bytes, most significant byte first. */
static uint64_t take_bytes(struct numbers *input, unsigned byte_count)
{
	uint64_t number = 0;
	for (; byte_count > 0 && input->size > 0; byte_count--)
		number = number << 8 | numbers_take(input);
	return number;
}

/* Chooses a number from `min` to `max`, both inclusive. */
static uint32_t choose(struct numbers *input, uint32_t min, uint32_t max)
{
	const unsigned byte_count = max - min < 256 ? 1 : 2;
	return min + (uint32_t)(take_bytes(input, byte_count) % (uint64_t)(max - min + 1));
}

static void choose_sizes(struct numbers *input, struct recipe *recipe)
{
	const bool is_large = numbers_take(input) % 8 == 0;
	recipe->width = choose(input, 3, is_large ? LARGE_SIDE_MAX : SMALL_WIDTH_MAX);
	recipe->height = choose(input, 3, is_large ? LARGE_SIDE_MAX : SMALL_HEIGHT_MAX);
	const uint32_t room_limit = lesser(recipe->width, recipe->height) - 1;
	recipe->room_min = choose(input, 2, room_limit);
	recipe->room_max = choose(input, recipe->room_min, room_limit);
}

/* The order of the choices is part of the meaning of the corpus. */
static struct recipe choose_recipe(struct numbers *input)
{
	struct recipe recipe = recipe_of_tutorials();
	choose_sizes(input, &recipe);
	const unsigned flags = numbers_take(input);
	recipe.doors = flags & 1;
	if (flags & 2)
		recipe.exit = EXIT_FARTHEST;
	if (flags & 4)
		recipe.loops = choose(input, 0, flags & 8 ? 300 : 12);
	if (flags & 16)
		recipe.min_rooms = choose(input, 1, 12);
	if (flags & 64)
		recipe.tunnels = TUNNELS_AROUND;
	else if (flags & 32)
		recipe.connect = CONNECT_NEAREST;
	const bool has_many_rooms = numbers_take(input) % 8 == 0;
	recipe.max_rooms = choose(input, 1, has_many_rooms ? 512 : 60);
	return recipe;
}

/* Chooses the options of the preset `dungeon`, in bytes that older inputs lack. */
static void choose_level(struct numbers *input, struct batch *batch)
{
	struct recipe *recipe = &batch->recipe;
	const unsigned flags = numbers_take(input);
	batch->keeps_attempts = flags & 32;
	if (flags & 1)
		recipe->fill = choose(input, 0, 100);
	if (flags & 2)
		recipe->wings = choose(input, 0, 100);
	if (flags & 4)
		recipe->loop_percent = choose(input, 0, 100);
	if (flags & 8 && recipe->tunnels == TUNNELS_AROUND)
		recipe->spacing = choose(input, 0, 9);
	if (flags & 16 && recipe->exit == EXIT_FARTHEST)
		recipe->spawn = SPAWN_FARTHEST;
	if (flags & 64) {
		const struct spawn_range range = recipe_spawn_range(recipe);
		recipe->spawn_x = choose(input, range.x_min, range.x_max);
		recipe->spawn_y = choose(input, range.y_min, range.y_max);
	}
	const unsigned around_flags = numbers_take(input);
	if (around_flags & 16) {
		const uint32_t side_max = lesser(recipe->width, recipe->height) - 1;
		recipe->fill_to = choose(input, recipe->fill, 100);
		recipe->wings_to = choose(input, recipe->wings, 100);
		recipe->loop_percent_to = choose(input, recipe->loop_percent, 100);
		recipe->room_max_to = choose(input, recipe->room_max, side_max);
	}
	if (flags & 128 && recipe->doors) {
		recipe->locks = choose(input, 0, LOCKS_MAX);
		recipe->secrets = choose(input, 0, 9);
	}
	if (recipe->tunnels != TUNNELS_AROUND)
		return;
	if (around_flags & 1)
		recipe->halls = choose(input, 0, 9);
	if (around_flags & 2)
		recipe->door_percent = choose(input, 0, 100);
	if (around_flags & 32)
		recipe->door_percent_to = choose(input, recipe->door_percent, 100);
	if (around_flags & 4)
		recipe->door_gap = choose(input, 1, 40);
	recipe->loop_corners = (around_flags & 8) > 0;
}

static const struct rng *choose_rng(struct numbers *input)
{
	size_t count = 0;
	while (rng_table[count])
		count++;
	return rng_table[numbers_take(input) % count];
}

/* Turns the bytes of an input into a batch. Any bytes are valid. */
static struct batch choose_batch(const uint8_t *bytes, size_t size)
{
	struct numbers input = {bytes, size};
	struct batch batch = {.rng = choose_rng(&input)};
	batch.recipe = choose_recipe(&input);
	/*
	 * A generator may make its first map in another way than the later ones, and seed several
	 * of them at once.
	 */
	batch.count = 1 + numbers_take(&input) % 12;
	batch.recipe.seed = take_bytes(&input, 8);
	batch.recipe.rng = batch.rng->name;
	if (batch.rng->max_seed < UINT64_MAX)
		batch.recipe.seed %= batch.rng->max_seed + 1;
	if (batch.count - 1 > batch.rng->max_seed - batch.recipe.seed)
		batch.count = 1;
	choose_level(&input, &batch);
	return batch;
}

/* Ends the fuzzer with the command line of a recipe if a condition does not hold. */
static void require(bool holds, const char *what, const struct recipe *recipe)
{
	if (holds)
		return;
	fprintf(stderr, "not so: %s: %s\n", what, command_line(recipe));
	abort();
}

static void report_fault(void *context, const struct fault *fault)
{
	(void)fault;
	require(false, "--check does not find a fault", context);
}

/* Checks a map by itself. */
static void judge_map(const struct map *map)
{
	static struct check check = {.report = report_fault};
	static struct stats stats;
	struct recipe recipe = map->recipe;
	check.context = &recipe;
	require(check_map(&check, map), "there is memory to check the map", &recipe);
	require(measure_map(&check.walk, map, MEASURES_ALL, &stats),
		"there is memory to measure the map", &recipe);
	require(stats.value[MEASURE_REGIONS] == 1, "all floor is connected", &recipe);
}

/* Compares a map with the map of a fresh generator. */
static void judge_same(const struct map *map, const struct map *fresh_map,
		       const struct recipe *recipe)
{
	static struct compare compare;
	struct difference difference = {0};
	require(compare_maps(&compare, fresh_map, map, &difference),
		"there is memory to compare the maps", recipe);
	require(difference.kind == DIFFERENCE_NONE, "the map does not depend on earlier maps",
		recipe);
}

/* Makes a map with a generator that may have made others, and with a fresh one. */
static void judge_seed(struct generator *generator, const struct batch *batch)
{
	static struct map map;
	static struct map fresh_map;
	const struct recipe *recipe = &batch->recipe;
	struct generator *fresh = generator_new(batch->rng, recipe);
	require(fresh, "there is memory for a fresh generator", recipe);
	const enum generator_result result = generator_make(generator, recipe->seed, &map,
							    batch->keeps_attempts);
	const enum generator_result fresh_result = generator_make(fresh, recipe->seed, &fresh_map,
								  false);
	require(result == fresh_result, "success does not depend on earlier maps", recipe);
	generator_free(fresh);
	if (result != GENERATOR_MADE)
		return;
	judge_same(&map, &fresh_map, recipe);
	judge_map(&map);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct batch batch = choose_batch(bytes, size);
	struct generator *generator = generator_new(batch.rng, &batch.recipe);
	require(generator, "there is memory for a generator", &batch.recipe);
	for (uint64_t i = 0; i < batch.count; i++) {
		judge_seed(generator, &batch);
		batch.recipe.seed++;
	}
	generator_free(generator);
	return 0;
}
