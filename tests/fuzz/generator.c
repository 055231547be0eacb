/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the generator and its rows against plain ones, over seeds, rngs, sizes and every option. Built with the
 * sanitizers; a difference ends the process with the command line that shows it.
 */
/* The fuzzer should explore the program; tracing the plain generator, too, would take most of the time. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
#include "compare.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { SIDE_MOST = 96 };

static uint64_t compared; /* maps */

/* The bytes of the input are a list of numbers; zeros follow its end. */
struct input {
	const uint8_t *bytes;
	size_t size;
};

static uint64_t take(struct input *input, unsigned bytes)
{
	uint64_t number = 0;
	for (; bytes > 0 && input->size > 0; bytes--, input->size--)
		number = number << 8 | *input->bytes++;
	return number;
}

/* A number from lo to hi. */
static uint32_t choose(struct input *input, uint32_t lo, uint32_t hi)
{
	return lo + (uint32_t)(take(input, hi - lo < 256 ? 1 : 2) % (uint64_t)(hi - lo + 1));
}

static struct recipe choose_recipe(struct input *input)
{
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

static void tell_compared(void)
{
	fprintf(stderr, "stat::maps: %" PRIu64 "\n", compared);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	return atexit(tell_compared);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input input = {bytes, size};
	size_t rngs = 0;
	while (rng_table[rngs])
		rngs++;
	const struct rng *rng = rng_table[take(&input, 1) % rngs];
	struct recipe recipe = choose_recipe(&input);
	/* A generator may make later maps in another way than its first, and seed several at once. */
	uint64_t maps = 1 + take(&input, 1) % 12, seed = take(&input, 8);
	if (rng->max_seed < UINT64_MAX)
		seed %= rng->max_seed + 1;
	if (maps - 1 > rng->max_seed - seed)
		maps = 1;

	struct generator *generator = generator_new(rng, &recipe);
	struct dungeon dungeon = {0};
	if (!generator)
		abort();
	recipe.rng = rng->name;
	recipe.seed = seed;
	for (; maps > 0; maps--, recipe.seed++) {
		enum generator_result result;
		const char *difference = compare_map(generator, rng, &recipe, &dungeon, &result);
		if (difference) {
			fprintf(stderr, "%s: %s\n", difference, command_line(&recipe));
			abort();
		}
		compared++;
	}
	dungeon_free(&dungeon);
	generator_free(generator);
	return 0;
}

#pragma clang attribute pop
