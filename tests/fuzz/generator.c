/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: maps of any seed, rng, size and options. tests/oracle compares such maps with a second
 * writing of the generator; here the sanitizers watch, and the program's own parts have to agree:
 *
 * - A map that follows others is the one that its seed gives alone. - It has no fault of --check,
 * and all of its floor is connected.
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

/* Maps to make with one generator: `count` of them, from the recipe's seed on. */
struct batch {
	const struct rng *rng;
	struct recipe recipe;
	uint64_t count;
};

/* The number of so many bytes; those past the end do not count. */
static uint64_t take_bytes(struct numbers *input, unsigned bytes)
{
	uint64_t number = 0;
	for (; bytes > 0 && input->size > 0; bytes--)
		number = number << 8 | take(input);
	return number;
}

/* A number from lo to hi. */
static uint32_t choose(struct numbers *input, uint32_t lo, uint32_t hi)
{
	return lo + (uint32_t)(take_bytes(input, hi - lo < 256 ? 1 : 2) % (uint64_t)(hi - lo + 1));
}

static struct recipe choose_recipe(struct numbers *input)
{
	enum { SIDE_MOST = 96 };
	bool large = take(input) % 8 == 0;
	struct recipe recipe = {
		.width = choose(input, 3, large ? SIDE_MOST : 40),
		.height = choose(input, 3, large ? SIDE_MOST : 30),
	};
	uint32_t side = (recipe.width < recipe.height ? recipe.width : recipe.height) - 1;
	recipe.room_min = choose(input, 2, side);
	recipe.room_max = choose(input, recipe.room_min, side);
	unsigned flags = take(input);
	recipe.doors = flags & 1;
	recipe.exit = flags & 2 ? EXIT_FARTHEST : EXIT_LAST;
	recipe.connect = flags & 32 ? CONNECT_NEAREST : CONNECT_PREVIOUS;
	recipe.tunnels = flags & 64 ? TUNNELS_AROUND : TUNNELS_THROUGH;
	if (recipe.tunnels == TUNNELS_AROUND)
		recipe.connect = CONNECT_PREVIOUS;
	recipe.loops = flags & 4 ? choose(input, 0, flags & 8 ? 300 : 12) : 0;
	recipe.min_rooms = flags & 16 ? choose(input, 1, 12) : 0;
	recipe.max_rooms = choose(input, 1, take(input) % 8 == 0 ? 512 : 60);
	return recipe;
}

/* Turns bytes into a batch; any bytes make one. */
static struct batch choose_batch(const uint8_t *bytes, size_t size)
{
	struct numbers input = {bytes, size};
	size_t rngs = 0;
	while (rng_table[rngs])
		rngs++;
	struct batch batch = {.rng = rng_table[take(&input) % rngs]};
	batch.recipe = choose_recipe(&input);
	/*
	 * A generator may make later maps in another way than its first, and seed several at once.
	 */
	batch.count = 1 + take(&input) % 12;
	batch.recipe.seed = take_bytes(&input, 8);
	batch.recipe.rng = batch.rng->name;
	if (batch.rng->max_seed < UINT64_MAX)
		batch.recipe.seed %= batch.rng->max_seed + 1;
	if (batch.count - 1 > batch.rng->max_seed - batch.recipe.seed)
		batch.count = 1;
	return batch;
}

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
	require(false, "it has no fault of --check", context);
}

static void judge_map(const struct map *map)
{
	static struct check check = {.report = report_fault};
	static struct stats stats;
	struct recipe recipe = map->recipe;
	check.context = &recipe;
	require(check_map(&check, map) && measure_map(&check.walk, map, MEASURES_ALL, &stats, NULL),
		"there is memory", &recipe);
	require(stats.value[MEASURE_REGIONS] == 1, "all floor is connected", &recipe);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct map map, alone;
	static struct compare compare;
	struct batch batch = choose_batch(bytes, size);
	struct recipe *recipe = &batch.recipe;
	struct generator *generator = generator_new(batch.rng, recipe);
	for (; batch.count > 0; batch.count--, recipe->seed++) {
		struct generator *fresh = generator_new(batch.rng, recipe);
		struct difference found = {0};
		require(generator && fresh, "there is memory", recipe);
		enum generator_result result = generator_make(generator, recipe->seed, &map, NULL,
							      NULL);
		require(generator_make(fresh, recipe->seed, &alone, NULL, NULL) == result &&
				generator_attempt_count(fresh) ==
					generator_attempt_count(generator),
			"it is made or not, whatever came before", recipe);
		generator_free(fresh);
		if (result != GENERATOR_MADE)
			continue;
		require(compare_maps(&compare, &alone, &map, &found, NULL) &&
				found.kind == DIFFERENCE_NONE,
			"it is the same, whatever came before", recipe);
		judge_map(&map);
	}
	generator_free(generator);
	return 0;
}
