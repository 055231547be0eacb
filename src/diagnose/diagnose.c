/* SPDX-License-Identifier: MIT */
#include "diagnose/diagnose.h"

#include <string.h>

enum {
	WORK_OF_MAP = 500,        /* work for a map, in addition to its rooms and tiles */
	TILES_PER_WORK = 16,      /* tiles that are cleared in a unit of work */
	GAPS_MIN = 2,             /* gaps in a row that are no chance */
	ROOMS_MIN = 4,            /* rooms that are not in their places by chance */
	GAP_WORK_MAX = 100000000, /* work of the search for gaps, after which it gives up */
	GAP_MAX = 64,     /* numbers that a port may draw for other things between two rooms */
	SEARCHES_MAX = 3, /* number of maps whose mistakes are searched */
	NAMED_MIN = 2,    /* a set that explains this many maps is no coincidence */
	RIGHT_MAPS_MAX = PAST_MAPS_MAX / 2, /* number of right maps that are remembered */
	PAST_TILES_MAX = 65536,             /* tiles of a map that is remembered */
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
	const bool is_square = plain->recipe->width == plain->recipe->height;
	const uint64_t seed = plain->recipe->seed;
	const uint64_t max_seed = plain->rng->max_seed;
	const bool is_python = plain->rng->init_genrand_rng != NULL;
	int counts[CONCERNS] = {0};
	for (int i = 0; i < mistakes->count; i++) {
		enum mistake_concern concern = CONCERNS_COINS;
		if (mistakes->list[i] < MISTAKES)
			concern = mistake_kinds[mistakes->list[i]].concern;
		counts[concern]++;
	}
	const int others_count = mistakes->count - counts[CONCERNS_ANY];
	if (!is_square && plain->makes[MISTAKE_TRANSPOSED] != plain->is_transposed)
		return false;
	if (plain->makes[MISTAKE_SEED_LESS] && seed == 0)
		return false;
	if (seed > max_seed || (plain->makes[MISTAKE_SEED_MORE] && seed == max_seed))
		return false;
	if ((counts[CONCERNS_WORDS] > 0 && !is_python) ||
	    (counts[CONCERNS_FRACTION] > 0 && !plain->rng->coin))
		return false;
	if (plain->attempts && others_count > 0)
		return false;
	/* Other mistakes are as if a port made both of these. */
	if (plain->makes[MISTAKE_H_FIRST] && plain->makes[MISTAKE_SIDES_SWAPPED])
		return false;
	if (plain->makes[MISTAKE_PLACE_FROM_1] &&
	    (plain->makes[MISTAKE_ROW_LOST] || plain->makes[MISTAKE_COLUMN_LOST]))
		return false;
	/* Other coins can bend few tunnels, and other numbers can change a room, by chance. */
	return counts[CONCERNS_COINS] <= 1 &&
	       (counts[CONCERNS_DECISIONS] == 0 || mistakes->count == 1);
}

/* Prepares the generator for a set of mistakes. Returns whether a port can make them. */
static bool prepare(struct diagnosis *diagnosis, const struct mistakes *mistakes)
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
	return true;
}

/* Returns whether a set of mistakes makes the map that is loaded. */
static bool explains_map(struct diagnosis *diagnosis, const struct mistakes *mistakes)
{
	return prepare(diagnosis, mistakes) && plain_generate(&diagnosis->plain);
}

/* Makes a map the one that the generator tries to make. */
static void load_map(struct diagnosis *diagnosis, const struct known_map *map)
{
	struct plain *plain = &diagnosis->plain;
	diagnosis->rng = map->rng;
	diagnosis->floor_count = map->floor_count;
	plain->recipe = &map->recipe;
	plain->is_transposed = map->is_transposed;
	plain->actual_tiles = map->tiles;
}

/* Returns a set that explains the current map as a candidate, judged by the earlier maps, too. */
static struct candidate judge_set(struct diagnosis *diagnosis, struct mistakes set)
{
	struct candidate candidate = {
		.mistakes = set,
		.explained_count = 1,
		.explains_all = !diagnosis->has_forgotten,
		.explains_map = true,
	};
	for (uint32_t i = 0; i < diagnosis->past_count; i++) {
		load_map(diagnosis, &diagnosis->past[i]);
		const bool is_explained = explains_map(diagnosis, &set);
		candidate.explained_count += is_explained && !diagnosis->past[i].is_right;
		candidate.explains_all &= is_explained;
	}
	load_map(diagnosis, &diagnosis->current);
	return candidate;
}

/*
 * Keeps a set that explains the current map, unless it was kept before. While this search has kept
 * only smaller sets, the set has to explain all earlier maps as well.
 */
static void keep_set(struct diagnosis *diagnosis, struct mistakes set)
{
	const struct candidate candidate = judge_set(diagnosis, set);
	bool is_kept = candidate.explains_all || diagnosis->new_set_count == 0;
	if (!is_kept)
		is_kept = diagnosis->sets[diagnosis->set_count - 1].mistakes.count == set.count;
	for (uint64_t i = 0; i < diagnosis->set_count; i++)
		is_kept &= memcmp(&diagnosis->sets[i].mistakes, &set, sizeof set) != 0;
	if (!is_kept)
		return;
	if (!array_reserve(diagnosis, sets, diagnosis->set_count + 1)) {
		diagnosis->plain.is_out_of_memory = true;
		return;
	}
	diagnosis->sets[diagnosis->set_count++] = candidate;
	diagnosis->new_set_count++;
}

/*
 * Adds `count` mistakes, starting at `first`, to a set in every way, and keeps the sets that
 * explain the map.
 */
static void extend_set(struct diagnosis *diagnosis, struct mistakes set, size_t first, int count)
{
	if (count == 0) {
		if (explains_map(diagnosis, &set))
			keep_set(diagnosis, set);
		return;
	}
	const uint8_t last = set.count++;
	/* After the last mistake with a name, use each rng. */
	for (size_t i = first; i < MISTAKES || rng_table[i - MISTAKES]; i++) {
		set.list[last] = (uint8_t)i;
		extend_set(diagnosis, set, i + 1, count - 1);
	}
}

/* Returns whether a set explains more than another one: all maps, or otherwise more wrong ones. */
static bool is_better(const struct candidate *a, const struct candidate *b)
{
	if (a->explains_all != b->explains_all)
		return a->explains_all;
	return a->explained_count > b->explained_count;
}

const struct candidate *diagnosis_best(const struct diagnosis *diagnosis)
{
	const struct candidate *best = NULL;
	for (uint64_t i = 0; i < diagnosis->set_count; i++) {
		const struct candidate *set = &diagnosis->sets[i];
		if (!best || is_better(set, best))
			best = set;
	}
	if (best && !best->explains_all && best->explained_count < NAMED_MIN)
		return NULL;
	return best;
}

/*
 * Chooses one of the sets that explain the map, and generates the map with it. Many rules can lead
 * to a single decision, so a rule is named only if it explains several. Returns false if no set
 * explains all maps or several maps.
 */
static bool choose_set(struct diagnosis *diagnosis, struct cause *cause)
{
	struct plain *plain = &diagnosis->plain;
	const struct candidate *best = diagnosis_best(diagnosis);
	if (!best || !best->explains_map)
		return false;
	plain->decision_count = 0;
	cause->mistakes = best->mistakes;
	/* The rules come before the decisions. */
	const struct candidate *end = diagnosis->sets + diagnosis->set_count;
	for (const struct candidate *set = best; set < end && plain->decision_count == 0; set++) {
		if (!set->explains_map || is_better(best, set))
			continue;
		(void)explains_map(diagnosis, &set->mistakes);
		const uint32_t decision_count = plain->decision_count - plain->last_decision_count;
		/* cppcheck-suppress knownConditionTrueFalse; explains_map counts decisions */
		if (plain->decision_count > 0 && decision_count <= 1)
			cause->mistakes = set->mistakes;
	}
	cause->kind = CAUSE_MISTAKES;
	(void)explains_map(diagnosis, &cause->mistakes);
	return true;
}

/* Judges every set by the current map. Returns whether one of them explains all maps so far. */
static bool update_sets(struct diagnosis *diagnosis)
{
	bool explains_all = false;
	for (uint64_t i = 0; i < diagnosis->set_count; i++) {
		struct candidate *set = &diagnosis->sets[i];
		set->explains_map = explains_map(diagnosis, &set->mistakes);
		set->explains_all &= set->explains_map;
		set->explained_count += set->explains_map && !diagnosis->current.is_right;
		explains_all |= set->explains_all;
	}
	return explains_all;
}

/*
 * Remembers the current map, unless it is large or one of many. Half of the space is for wrong maps
 * only. Right maps that are forgotten are rare evidence. Returns false if out of memory.
 */
static bool remember_map(struct diagnosis *diagnosis)
{
	const uint64_t tile_count = recipe_tiles(&diagnosis->current.recipe);
	const bool is_right = diagnosis->current.is_right;
	if (diagnosis->past_count >= (is_right ? RIGHT_MAPS_MAX : PAST_MAPS_MAX) ||
	    tile_count > PAST_TILES_MAX) {
		diagnosis->has_forgotten |= !is_right;
		return true;
	}
	struct known_map *map = &diagnosis->past[diagnosis->past_count];
	*map = diagnosis->current;
	if (!array_reserve(map, copy, tile_count))
		return false;
	memcpy(map->copy, map->tiles, (size_t)tile_count);
	map->tiles = map->copy;
	diagnosis->past_count++;
	return true;
}

/* Returns whether a port makes the actual map if it draws other numbers after each room. */
static bool finds_gaps(struct diagnosis *diagnosis)
{
	struct plain *plain = &diagnosis->plain;
	uint8_t *gaps = plain->gaps;
	bool is_found = false;
	uint32_t room = 1;
	memset(gaps, 1, sizeof plain->gaps);
	while (!is_found && room > 0 && room <= GAP_ROOMS && plain->work <= GAP_WORK_MAX) {
		is_found = explains_map(diagnosis, &no_mistakes);
		/* Try the next gap before the first room that is missing, or whose tunnel is. */
		room = plain->room_count;
		if (plain->missing.kind == DIFFERENCE_TUNNEL && plain->missing.attempt > 0)
			room--;
		while (room > 0 && room <= GAP_ROOMS && ++gaps[room - 1] > GAP_MAX)
			gaps[--room] = 1;
	}
	memset(gaps, 0, sizeof plain->gaps);
	return is_found && plain->room_count > GAPS_MIN;
}

/*
 * Returns whether a room of the expected map is on the actual map. If its place or its size were
 * others, part of a wall would be floor, or part of the floor along a wall would be wall.
 */
static bool has_room(const struct plain *plain, const char *expected_tiles, struct area room)
{
	const struct area floor = room_floor(room);
	for (uint32_t inset = 0; inset <= 1; inset++) {
		const struct area sides[] = {
			{room.x1 + inset, floor.y1, room.x1 + inset, floor.y2},
			{room.x2 - inset, floor.y1, room.x2 - inset, floor.y2},
			{floor.x1, room.y1 + inset, floor.x2, room.y1 + inset},
			{floor.x1, room.y2 - inset, floor.x2, room.y2 - inset},
		};
		for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
			const uint32_t expected = plain_count_floor(plain, expected_tiles,
								    sides[i]);
			const uint32_t actual = plain_count_floor(plain, plain->actual_tiles,
								  sides[i]);
			const uint32_t wrong = greater(expected, actual) - lesser(expected, actual);
			if (3 * (uint64_t)wrong >= area_size(sides[i]))
				return false;
		}
	}
	return true;
}

/* Finds out what the actual map lacks. */
static void find_missing_part(struct diagnosis *diagnosis, struct cause *cause)
{
	struct plain *plain = &diagnosis->plain;
	const uint32_t room_count = plain->expected->room_count;
	plain->work = 0;
	(void)explains_map(diagnosis, &no_mistakes);
	cause->kind = CAUSE_PART;
	cause->missing = plain->missing;
	if (cause->missing.attempt == 0)
		return;
	cause->has_rooms = cause->right_room_count >= ROOMS_MIN &&
			   cause->right_room_count >= room_count - room_count / 4;
	if (!cause->has_rooms && !plain->attempts && finds_gaps(diagnosis))
		cause->kind = CAUSE_GAP;
}

/*
 * Returns whether a recipe uses only the options of the tutorials, which come first. plain.c obeys
 * only these options. Spawn and exit only change marks.
 */
static bool is_of_tutorials(const struct recipe *recipe)
{
	for (size_t i = RECIPE_OPTION_min_rooms + 1; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		if (i != RECIPE_OPTION_spawn && i != RECIPE_OPTION_exit &&
		    recipe_get(recipe, option) != option->value_of_tutorials)
			return false;
	}
	return true;
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

/* Makes a map the current one. Returns false if out of memory. */
static bool begin_map(struct diagnosis *diagnosis, const struct rng *rng,
		      const struct map *expected, struct compare *compare,
		      const struct recipe *actual)
{
	struct plain *plain = &diagnosis->plain;
	const size_t state_bytes = state_offset(NULL);
	uint64_t tile_count = recipe_tiles(&expected->recipe);
	struct known_map *current = &diagnosis->current;
	*current = (struct known_map){
		.recipe = expected->recipe,
		.rng = rng,
		.tiles = compare->actual_tiles,
		.is_transposed = !sizes_are_equal(&expected->recipe, actual),
	};
	for (uint64_t i = 0; i < tile_count; i++)
		current->floor_count += compare->actual_tiles[i] != TILE_WALL;
	/* Earlier maps may be larger. */
	if (tile_count < PAST_TILES_MAX)
		tile_count = PAST_TILES_MAX;
	if (!array_reserve(compare, expected_tiles, tile_count) ||
	    !array_reserve(diagnosis, states, state_bytes))
		return false;
	memset(diagnosis->states, 0, state_bytes);
	plain->expected = expected;
	plain->attempts = expected->lacks & LACKS_SEED ? expected->attempts : NULL;
	plain->dug_tiles = compare->expected_tiles;
	plain->work = 0;
	load_map(diagnosis, current);
	return true;
}

bool diagnose(struct diagnosis *diagnosis, const struct rng *rng, const struct map *expected,
	      struct compare *compare, const struct recipe *actual, struct cause *cause)
{
	struct plain *plain = &diagnosis->plain;
	*cause = (struct cause){.plain = plain};
	diagnosis->map_count++;
	if (!may_be_port(&expected->recipe, compare, actual)) {
		diagnosis->set_count = 0;
		diagnosis->has_forgotten = true;
		return true;
	}
	if (!begin_map(diagnosis, rng, expected, compare, actual))
		return false;
	for (uint32_t i = 0; i < expected->room_count && !plain->is_transposed; i++)
		cause->right_room_count += has_room(plain, compare->expected_tiles,
						    expected->rooms[i]);

	bool is_explained = update_sets(diagnosis);
	diagnosis->new_set_count = 0;
	if (!is_explained && diagnosis->search_count < SEARCHES_MAX) {
		diagnosis->search_count++;
		for (int count = 0; count <= MISTAKES_TOGETHER && !is_explained; count++) {
			extend_set(diagnosis, (struct mistakes){.count = 0}, 0, count);
			const struct candidate *best = diagnosis_best(diagnosis);
			is_explained = best && best->explains_all;
		}
	}
	if (choose_set(diagnosis, cause))
		diagnosis->has_named = true;
	else if (!plain->is_transposed)
		find_missing_part(diagnosis, cause);
	return remember_map(diagnosis) && !plain->is_out_of_memory;
}

bool diagnosis_wants_right_map(const struct diagnosis *diagnosis, const struct recipe *recipe)
{
	const struct candidate *best = diagnosis_best(diagnosis);
	if (!is_of_tutorials(recipe) || recipe_tiles(recipe) > PAST_TILES_MAX)
		return false;
	return diagnosis->past_count < RIGHT_MAPS_MAX || (best && best->explains_all);
}

bool diagnosis_add_right_map(struct diagnosis *diagnosis, const struct rng *rng,
			     const struct map *expected, struct compare *compare)
{
	const struct recipe *recipe = &expected->recipe;
	if (!may_be_port(recipe, compare, recipe))
		return true;
	if (!begin_map(diagnosis, rng, expected, compare, recipe))
		return false;
	diagnosis->current.is_right = true;
	(void)update_sets(diagnosis);
	return remember_map(diagnosis) && !diagnosis->plain.is_out_of_memory;
}

void diagnosis_free(struct diagnosis *diagnosis)
{
	plain_free(&diagnosis->plain);
	for (uint32_t i = 0; i < PAST_MAPS_MAX; i++)
		array_free(&diagnosis->past[i], copy);
	array_free(diagnosis, states);
	array_free(diagnosis, sets);
}
