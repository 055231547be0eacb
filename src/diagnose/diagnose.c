/* SPDX-License-Identifier: MIT */
#include "diagnose/diagnose.h"

#include <string.h>

enum {
	WORK_OF_MAP = 500,   /* work for a map, in addition to its rooms and tiles */
	TILES_PER_WORK = 16, /* tiles that are cleared in a unit of work */
	GAP_MAX = 64,        /* numbers that a port may draw for other things between two rooms */
};

static const struct mistakes no_mistakes = {.count = 0};

/*
 * Returns the bytes before the state of an rng, or if it is NULL, the bytes of all states. Each rng
 * has a state of its own, because the rng `python` prepares seeds in its state, and needs less time
 * for the second seed and those after it.
 */
static size_t state_offset(const struct rng *rng)
{
	size_t offset = 0;
	for (size_t i = 0; rng_table[i] != rng; i++)
		offset += rng_table[i]->state_size;
	return offset;
}

/* Returns whether a port can make these mistakes together on this map. */
static bool can_make_mistakes(const struct plain *plain, const struct mistakes *mistakes)
{
	const uint64_t seed = plain->recipe->seed;
	const uint64_t max_seed = plain->rng->max_seed;
	const bool is_python = plain->rng->init_genrand_rng != NULL;
	if (plain->makes[MISTAKE_SEED_LESS] && seed == 0)
		return false;
	if (seed > max_seed || (plain->makes[MISTAKE_SEED_MORE] && seed == max_seed))
		return false;
	for (int i = 0; i < mistakes->count; i++) {
		enum mistake_concern concern = CONCERNS_DRAWS;
		if (mistakes->list[i] < MISTAKES)
			concern = mistake_concerns[mistakes->list[i]];
		if (concern == CONCERNS_WORDS && !is_python)
			return false;
		if (concern != CONCERNS_ANY && plain->attempts)
			return false;
	}
	return true;
}

/* Returns whether a set of mistakes makes the actual map. */
static bool explains_map(struct diagnosis *diagnosis, const struct mistakes *mistakes)
{
	struct plain *plain = &diagnosis->plain;
	const size_t tile_count = (size_t)recipe_tiles(plain->recipe);
	memset(plain->makes, false, sizeof plain->makes);
	plain->rng = diagnosis->rng;
	for (int i = 0; i < mistakes->count; i++) {
		if (mistakes->list[i] < MISTAKES)
			plain->makes[mistakes->list[i]] = true;
		else
			plain->rng = rng_table[mistakes->list[i] - MISTAKES];
	}
	if (!can_make_mistakes(plain, mistakes))
		return false;
	const struct rng *rng = plain->rng;
	const uint64_t seed = plain->recipe->seed + plain->makes[MISTAKE_SEED_MORE] -
			      plain->makes[MISTAKE_SEED_LESS];
	if (plain->work > PLAIN_WORK_MAX || plain->is_out_of_memory)
		return false;
	plain->work += WORK_OF_MAP + tile_count / TILES_PER_WORK;
	plain->undug_count = diagnosis->floor_count;
	memset(plain->dug_tiles, false, tile_count);
	if (plain->makes[MISTAKE_GENRAND])
		rng = rng->init_genrand_rng;
	plain->draws = (struct draws){rng, diagnosis->states + state_offset(rng)};
	rng->seed(plain->draws.state, seed);
	return plain_generate(plain);
}

/*
 * Adds `count` mistakes, starting at `first`, to a set in every way. Keeps the sets that explain
 * the map.
 */
static void extend_set(struct diagnosis *diagnosis, struct mistakes set, size_t first, int count)
{
	struct plain *plain = &diagnosis->plain;
	if (count == 0) {
		if (!explains_map(diagnosis, &set))
			return;
		if (array_reserve(diagnosis, sets, diagnosis->set_count + 1))
			diagnosis->sets[diagnosis->set_count++] = set;
		else
			plain->is_out_of_memory = true;
		return;
	}
	const uint8_t last = set.count++;
	/* After the last mistake with a name, use each rng. */
	for (size_t i = first; i < MISTAKES || rng_table[i - MISTAKES]; i++) {
		set.list[last] = (uint8_t)i;
		extend_set(diagnosis, set, i + 1, count - 1);
	}
}

/* Looks for sets of mistakes that explain the map, the smallest ones first. */
static void find_sets(struct diagnosis *diagnosis, bool has_same_size)
{
	const struct recipe *recipe = diagnosis->plain.recipe;
	const bool is_square = recipe->width == recipe->height;
	struct mistakes set = {.count = 0};
	/* If width and height are swapped, the map must be transposed. */
	if (!has_same_size)
		set = (struct mistakes){.list = {MISTAKE_TRANSPOSED}, .count = 1};
	/* If they are not, only a square map can be transposed. */
	const size_t first = is_square ? MISTAKE_TRANSPOSED : MISTAKE_TRANSPOSED + 1;
	for (int count = 0; count <= MISTAKES_TOGETHER - set.count; count++)
		extend_set(diagnosis, set, first, count);
}

/* Returns whether each tile of an area is floor on the actual map. */
static bool is_floor(const struct diagnosis *diagnosis, struct area area)
{
	const char *tiles = diagnosis->plain.actual_tiles;
	for (uint32_t y = area.y1; y <= area.y2; y++)
		for (uint32_t x = area.x1; x <= area.x2; x++)
			if (tiles[(uint64_t)y * diagnosis->plain.recipe->width + x] == TILE_WALL)
				return false;
	return true;
}

/* Returns how many sides of a room are all floor. A tunnel may run along a side. */
static int count_open_sides(const struct diagnosis *diagnosis, struct area room)
{
	return is_floor(diagnosis, (struct area){room.x1, room.y1, room.x2, room.y1}) +
	       is_floor(diagnosis, (struct area){room.x1, room.y2, room.x2, room.y2}) +
	       is_floor(diagnosis, (struct area){room.x1, room.y1, room.x1, room.y2}) +
	       is_floor(diagnosis, (struct area){room.x2, room.y1, room.x2, room.y2});
}

/* Returns whether the missing room is on the map after a gap: numbers that are drawn before it. */
static bool find_gap(struct diagnosis *diagnosis, uint32_t index)
{
	struct plain *plain = &diagnosis->plain;
	bool is_found = false;
	plain->gap_after = index;
	for (uint32_t i = 1; i <= GAP_MAX && !is_found; i++) {
		plain->gap_length = i;
		(void)explains_map(diagnosis, &no_mistakes);
		/* With an open side, it may be a part of a larger room. */
		is_found = plain->room_count > index &&
			   count_open_sides(diagnosis, plain->rooms[index]) == 0;
	}
	plain->gap_after = 0;
	return is_found;
}

/* Finds out what the actual map lacks. */
static void find_missing_part(struct diagnosis *diagnosis, struct cause *cause)
{
	struct plain *plain = &diagnosis->plain;
	const struct map *expected = plain->expected;
	uint32_t room_count = 0;
	int64_t open_sides = 0;
	plain->work = 0;
	(void)explains_map(diagnosis, &no_mistakes);
	cause->missing = plain->missing;
	if (cause->missing.attempt == 0)
		return;
	for (uint32_t i = 0; i < expected->room_count; i++) {
		room_count += is_floor(diagnosis, room_floor(expected->rooms[i]));
		open_sides += count_open_sides(diagnosis, expected->rooms[i]);
	}
	/* If all rooms were too large, each would have an open side. */
	cause->has_all_rooms = room_count == expected->room_count && open_sides < room_count;
	const bool lacks_most_rooms = room_count < expected->room_count / 2;
	if (cause->missing.kind == DIFFERENCE_ROOM && cause->missing.index > 0 &&
	    lacks_most_rooms && !plain->attempts)
		cause->has_gap = find_gap(diagnosis, cause->missing.index);
}

/*
 * By option of the recipe: whether plain.c obeys the option, or the option changes only marks. If a
 * recipe has any other option, its map does not come from a port of the tutorials.
 */
static const bool is_plain_option[RECIPE_OPTION_COUNT] = {
	[RECIPE_OPTION_width] = true,     [RECIPE_OPTION_height] = true,
	[RECIPE_OPTION_max_rooms] = true, [RECIPE_OPTION_min_rooms] = true,
	[RECIPE_OPTION_room_min] = true,  [RECIPE_OPTION_room_max] = true,
	[RECIPE_OPTION_spawn] = true,     [RECIPE_OPTION_exit] = true,
};

/* Returns whether the actual map may come from a port of the tutorials. */
static bool may_be_port(const struct recipe *expected, const struct compare *compare,
			const struct recipe *actual)
{
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		if (!is_plain_option[i] &&
		    recipe_get(expected, option) != option->value_of_tutorials)
			return false;
	}
	if (!sizes_are_equal(expected, actual) && !sizes_are_swapped(expected, actual))
		return false;
	return !memchr(compare->actual_tiles, TILE_DOOR, (size_t)recipe_tiles(actual));
}

bool diagnose(struct diagnosis *diagnosis, const struct rng *rng, const struct map *expected,
	      struct compare *compare, const struct recipe *actual, struct cause *cause)
{
	const struct recipe *recipe = &expected->recipe;
	const bool has_same_size = sizes_are_equal(recipe, actual);
	struct plain *plain = &diagnosis->plain;
	*cause = (struct cause){.mistakes.count = 0};
	const bool is_first_map = diagnosis->map_count++ == 0;
	if (!may_be_port(recipe, compare, actual)) {
		diagnosis->set_count = 0;
		return true;
	}
	const size_t state_bytes = state_offset(NULL);
	if (!array_reserve(diagnosis, states, state_bytes))
		return false;
	memset(diagnosis->states, 0, state_bytes);
	diagnosis->rng = rng;
	diagnosis->floor_count = 0;
	for (uint64_t i = 0; i < recipe_tiles(recipe); i++)
		diagnosis->floor_count += compare->actual_tiles[i] != TILE_WALL;
	plain->recipe = recipe;
	plain->expected = expected;
	plain->attempts = expected->lacks & LACKS_SEED ? expected->attempts : NULL;
	plain->actual_tiles = compare->actual_tiles;
	plain->dug_tiles = compare->expected_tiles;
	plain->work = 0;

	/* Strike the sets that do not explain this map. */
	uint64_t common_count = 0;
	for (uint64_t i = 0; i < diagnosis->set_count; i++)
		if (explains_map(diagnosis, &diagnosis->sets[i]))
			diagnosis->sets[common_count++] = diagnosis->sets[i];
	diagnosis->set_count = common_count;
	if (common_count == 0)
		find_sets(diagnosis, has_same_size);
	if (is_first_map)
		common_count = diagnosis->set_count;
	if (diagnosis->set_count > 0)
		cause->mistakes = diagnosis->sets[0];
	else if (has_same_size)
		find_missing_part(diagnosis, cause);
	diagnosis->set_count = common_count;
	return !plain->is_out_of_memory;
}

void diagnosis_free(struct diagnosis *diagnosis)
{
	plain_free(&diagnosis->plain);
	array_free(diagnosis, states);
	array_free(diagnosis, sets);
}
