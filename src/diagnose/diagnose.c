/* SPDX-License-Identifier: MIT */
#include "diagnose/diagnose.h"

#include <string.h>

enum {
	MISTAKES_TOGETHER = 3, /* mistakes in a set, at most */
	WORK_OF_MAP = 500,     /* work for a map, in addition to its rooms and tiles */
	TILES_PER_WORK = 16,   /* tiles that are cleared in a unit of work */
};

/* The set of mistakes from one mistake to another, including both. */
#define MISTAKE_RANGE(first, last) ((MISTAKE_BIT(last) << 1) - MISTAKE_BIT(first))

/* Mistakes in seeding a Mersenne Twister as Python does, and in making numbers from its words. */
static const uint64_t mistakes_of_words = MISTAKE_RANGE(MISTAKE_GENRAND, MISTAKE_BITS_LESS);

/* Mistakes that are looked for if the rooms and coins are given by a history, and not drawn. */
static const uint64_t mistakes_with_history = MISTAKE_RANGE(MISTAKE_FLOOR_BEGIN,
							    MISTAKE_CENTER_UP) |
					      MISTAKE_BIT(MISTAKE_COIN_SWAPPED) |
					      MISTAKE_BIT(MISTAKE_COIN_UNUSED_ROW) |
					      MISTAKE_BIT(MISTAKE_COIN_UNUSED_COLUMN) |
					      MISTAKE_BIT(MISTAKE_UPSIDE_DOWN) |
					      MISTAKE_BIT(MISTAKE_TRANSPOSED);

static size_t state_words(const struct rng *rng)
{
	return rng->state_size / sizeof(uint64_t);
}

/* Reserves memory for the states of all rngs, and zeroes it. Returns false if out of memory. */
static bool start_states(struct diagnosis *diagnosis)
{
	size_t words = 0;
	for (size_t i = 0; rng_table[i]; i++)
		words += state_words(rng_table[i]);
	if (!array_reserve(diagnosis, states, words))
		return false;
	memset(diagnosis->states, 0, words * sizeof *diagnosis->states);
	return true;
}

/*
 * Seeds an rng. Each rng has a state of its own, because the rng `python` prepares seeds in its
 * state, and needs less time for the second seed and those after it.
 */
static struct draws seed_draws(const struct diagnosis *diagnosis, const struct rng *rng,
			       uint64_t seed)
{
	uint64_t *state = diagnosis->states;
	for (size_t i = 0; rng_table[i] && rng_table[i] != rng; i++)
		state += state_words(rng_table[i]);
	rng->seed(state, seed);
	return (struct draws){rng, state};
}

/* Returns the rng that a port with these mistakes uses. */
static const struct rng *rng_of_mistakes(const struct diagnosis *diagnosis, uint64_t mistakes)
{
	const struct rng *rng = diagnosis->rng;
	for (size_t i = 0; rng_table[i]; i++)
		if (mistakes & MISTAKE_BIT(MISTAKES + i))
			rng = rng_table[i];
	return rng;
}

/* Returns whether a port can make these mistakes together on this map. */
static bool can_make_mistakes(const struct plain *plain, uint64_t mistakes)
{
	const uint64_t seed = plain->recipe->seed;
	if (mistakes & MISTAKE_BIT(MISTAKE_SEED_LESS) && seed == 0)
		return false;
	if (seed > plain->rng->max_seed)
		return false;
	if (mistakes & MISTAKE_BIT(MISTAKE_SEED_MORE) && seed == plain->rng->max_seed)
		return false;
	const bool is_python = plain->rng->init_genrand_rng != NULL;
	if (mistakes & mistakes_of_words && !is_python)
		return false;
	return !plain->history || !(mistakes & ~mistakes_with_history);
}

/* Returns the numbers that a port with these mistakes draws. */
static struct draws start_draws(const struct diagnosis *diagnosis, uint64_t mistakes)
{
	const struct plain *plain = &diagnosis->plain;
	const struct rng *rng = plain->rng;
	uint64_t seed = plain->recipe->seed;
	if (mistakes & MISTAKE_BIT(MISTAKE_GENRAND))
		rng = rng->init_genrand_rng;
	if (mistakes & MISTAKE_BIT(MISTAKE_SEED_MORE))
		seed++;
	if (mistakes & MISTAKE_BIT(MISTAKE_SEED_LESS))
		seed--;
	return seed_draws(diagnosis, rng, seed);
}

/* Returns whether a set of mistakes makes the actual map. */
static bool explains_map(struct diagnosis *diagnosis, uint64_t mistakes)
{
	struct plain *plain = &diagnosis->plain;
	const size_t tile_count = (size_t)recipe_tiles(plain->recipe);
	plain->mistakes = mistakes;
	plain->rng = rng_of_mistakes(diagnosis, mistakes);
	if (!can_make_mistakes(plain, mistakes))
		return false;
	if (plain->work > PLAIN_WORK_MAX || plain->is_out_of_memory)
		return false;
	plain->work += WORK_OF_MAP + tile_count / TILES_PER_WORK;
	plain->undug_count = diagnosis->floor_count;
	memset(plain->dug_tiles, false, tile_count);
	plain->draws = start_draws(diagnosis, mistakes);
	return plain_generate(plain);
}

/*
 * Looks for `count` more mistakes, starting at `first`, which explain the map together with the set
 * `mistakes`.
 */
static bool find_mistakes(struct diagnosis *diagnosis, uint64_t mistakes, size_t first, int count)
{
	if (count == 0)
		return explains_map(diagnosis, mistakes);
	/* After the last mistake with a name, use each rng. */
	for (size_t i = first; i < MISTAKES || rng_table[i - MISTAKES]; i++)
		if (find_mistakes(diagnosis, mistakes | MISTAKE_BIT(i), i + 1, count - 1))
			return true;
	return false;
}

/* Returns whether a recipe uses only options that the tutorials have. */
static bool is_of_tutorials(const struct recipe *recipe)
{
	if (recipe->tunnels == TUNNELS_AROUND)
		return false;
	if (recipe->connect == CONNECT_NEAREST)
		return false;
	return recipe->loops == 0 && !recipe->doors;
}

/* Returns whether the actual map may come from a port of the tutorials. */
static bool may_be_port(const struct recipe *expected, const struct compare *compare,
			const struct recipe *actual)
{
	if (!is_of_tutorials(expected))
		return false;
	if (!sizes_are_equal(expected, actual) && !sizes_are_swapped(expected, actual))
		return false;
	return !memchr(compare->actual_tiles, TILE_DOOR, (size_t)recipe_tiles(actual));
}

static uint64_t count_floor(const char *tiles, uint64_t tile_count)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < tile_count; i++)
		count += tiles[i] != TILE_WALL;
	return count;
}

/* Looks for sets of mistakes, first the empty set. */
static void find_cause(struct diagnosis *diagnosis, bool has_same_size, struct cause *cause)
{
	const struct recipe *recipe = diagnosis->plain.recipe;
	const bool is_square = recipe->width == recipe->height;
	uint64_t known_mistakes = 0;
	/* If width and height are swapped, the map must be transposed. */
	if (!has_same_size)
		known_mistakes = MISTAKE_BIT(MISTAKE_TRANSPOSED);
	/* If they are not, only a square map can be transposed. */
	const size_t first = is_square ? MISTAKE_TRANSPOSED : MISTAKE_TRANSPOSED + 1;
	for (int count = 0; count <= MISTAKES_TOGETHER && cause->mistakes == 0; count++) {
		if (find_mistakes(diagnosis, known_mistakes, first, count))
			cause->mistakes = diagnosis->plain.mistakes;
		else if (count == 0 && has_same_size)
			*cause = diagnosis->plain.failure;
	}
}

bool diagnose(struct diagnosis *diagnosis, const struct rng *rng, const struct map *expected,
	      const struct history *history, struct compare *compare, const struct recipe *actual,
	      struct cause *cause)
{
	const struct recipe *recipe = &expected->recipe;
	struct plain *plain = &diagnosis->plain;
	if (!may_be_port(recipe, compare, actual))
		return true;
	if (!start_states(diagnosis))
		return false;
	diagnosis->rng = rng;
	diagnosis->floor_count = count_floor(compare->actual_tiles, recipe_tiles(recipe));
	plain->recipe = recipe;
	plain->expected = expected;
	plain->history = history;
	plain->actual_tiles = compare->actual_tiles;
	plain->dug_tiles = compare->expected_tiles;
	plain->work = 0;
	find_cause(diagnosis, sizes_are_equal(recipe, actual), cause);
	return !plain->is_out_of_memory;
}

void diagnosis_free(struct diagnosis *diagnosis)
{
	plain_free(&diagnosis->plain);
	array_free(diagnosis, states);
}
