/* SPDX-License-Identifier: MIT */
/*
 * run_passes calls the passes one after the other. This file places rooms, the spawn, and the exit.
 * The other passes have files of their own. With --tunnels around, the tunnels, loops, and doors
 * come from around.c.
 */
#include "generate/generate.h"

#include "base/hash.h"
#include "generate/around.h"
#include "generate/doors.h"
#include "generate/generation.h"
#include "generate/locks.h"
#include "generate/loops.h"
#include "generate/neighbors.h"
#include "generate/wings.h"
#include "map/walk.h"

#include <stdlib.h>

enum {
	ATTEMPTS_PER_ROOM = 1000, /* for each room of min_rooms, at most */
	TILES_PER_ATTEMPT = 4,    /* for --fill, at least */
};

struct generator {
	struct draws draws;
	struct recipe recipe; /* of all maps, without a seed */
	struct overlap room_overlap;
	struct loops loops;
	struct around around;
	struct walk walk;
	struct locks locks;
	uint64_t state[]; /* state of the rng */
};

/* Placing rooms. */

/* Bounds of the sides of a room. */
struct sides {
	uint32_t min;
	uint32_t width_max;
	uint32_t height_max;
};

static struct sides sides_of_rooms(const struct recipe *recipe)
{
	return (struct sides){
		.min = recipe->room_min,
		.width_max = recipe->room_max,
		.height_max = recipe->room_max,
	};
}

/* A hall is as large as the largest room, or larger. It leaves space for other rooms. */
static struct sides sides_of_halls(const struct recipe *recipe)
{
	const uint32_t double_max = 2 * recipe->room_max;
	return (struct sides){
		.min = recipe->room_max,
		.width_max = lesser(double_max, recipe->width / 3),
		.height_max = lesser(double_max, recipe->height / 5 * 2),
	};
}

/* Draws the place and the size of a room, with its walls. */
static struct area draw_room(const struct draws *draws, const struct recipe *recipe,
			     struct sides sides)
{
	/* Each in its own statement: C does not specify the order of two draws in one. */
	const uint32_t width = draws_range(draws, sides.min, sides.width_max);
	const uint32_t height = draws_range(draws, sides.min, sides.height_max);
	const uint32_t x = draws_range(draws, 0, recipe->width - width - 1);
	const uint32_t y = draws_range(draws, 0, recipe->height - height - 1);
	return (struct area){
		.x1 = x,
		.y1 = y,
		.x2 = x + width,
		.y2 = y + height,
	};
}

/*
 * Moves the first room so that the spawn of the recipe is its center. Makes the room smaller if it
 * would not lie on the map.
 */
static struct area center_on_spawn(struct area room, const struct recipe *recipe)
{
	const uint32_t space_left = 2 * recipe->spawn_x + 1;
	const uint32_t space_above = 2 * recipe->spawn_y + 1;
	const uint32_t space_right = 2 * (recipe->width - 1 - recipe->spawn_x);
	const uint32_t space_below = 2 * (recipe->height - 1 - recipe->spawn_y);
	const uint32_t width = lesser(room.x2 - room.x1, lesser(space_left, space_right));
	const uint32_t height = lesser(room.y2 - room.y1, lesser(space_above, space_below));
	const uint32_t x = recipe->spawn_x - width / 2;
	const uint32_t y = recipe->spawn_y - height / 2;
	return (struct area){
		.x1 = x,
		.y1 = y,
		.x2 = x + width,
		.y2 = y + height,
	};
}

/*
 * Adds a room that meets no other room. Unless tunnels run around rooms, also adds its tunnel from
 * the room before it, or from the nearest one. Returns false if out of memory.
 */
static bool add_room(struct generation *generation, struct area room)
{
	struct map *map = generation->map;
	const uint32_t index = map->room_count;
	if (!map_add_room(map, room))
		return false;
	if (!overlap_add(generation->room_overlap, map->rooms, map->room_count))
		return false;
	if (index == 0)
		return true;
	/* Draw the coin even though --tunnels around ignores it. The next room depends on it. */
	const bool is_heads = draws_coin(generation->draws);
	if (map->recipe.tunnels == TUNNELS_AROUND)
		return true;
	uint32_t earlier = index - 1;
	if (map->recipe.connect == CONNECT_NEAREST) {
		const struct nearness itself = {.distance = 0, .room = index};
		struct nearness nearest;
		neighbors_list(generation->room_overlap, room_center(room), itself, 1, &nearest);
		earlier = nearest.room;
	}
	return map_add_tunnel(map, earlier, index, is_heads);
}

/* Adds an attempt to the map, before its room is added. Returns false if out of memory. */
static bool add_attempt(struct map *map, struct area room, bool is_accepted)
{
	struct attempt attempt = {
		.room = room,
		.number = map->room_count,
		.placed = is_accepted,
	};
	if (!is_accepted) {
		attempt.number = 0;
		while (!areas_meet(room, map->rooms[attempt.number]))
			attempt.number++;
	}
	return map_add_attempt(map, &attempt);
}

/* Returns how many tiles of floor in rooms the recipe requests: its percentage, rounded up. */
static uint64_t find_floor_wanted(const struct recipe *recipe)
{
	/* The number of tiles times 100 can exceed 64 bits. */
	const uint64_t tiles = recipe_tiles(recipe);
	return tiles / 100 * recipe->fill + (tiles % 100 * recipe->fill + 99) / 100;
}

/*
 * Returns whether to try another room after `count` attempts: first max_rooms times, then until the
 * map has min_rooms rooms, then until its rooms have the floor of `fill`, both up to a limit.
 */
static bool needs_attempt(const struct generation *generation, uint64_t count)
{
	const struct recipe *recipe = &generation->map->recipe;
	if (count < recipe->max_rooms)
		return true;
	if (generation->map->room_count < recipe->min_rooms)
		return count < (uint64_t)recipe->min_rooms * ATTEMPTS_PER_ROOM;
	if (generation->floor_count < find_floor_wanted(recipe))
		return count < recipe_tiles(recipe) / TILES_PER_ATTEMPT;
	return false;
}

/*
 * Makes the attempts that the recipe requests, and adds each room that meets no other room. The map
 * has at least one room afterward, because the first attempt always succeeds. Returns false if out
 * of memory.
 */
static bool place_rooms(struct generation *generation)
{
	struct map *map = generation->map;
	const struct recipe *recipe = &map->recipe;
	const struct sides room_sides = sides_of_rooms(recipe);
	const struct sides hall_sides = sides_of_halls(recipe);
	uint64_t hall_attempts = recipe->halls;
	const bool fits = lesser(recipe->width / 3, recipe->height / 5 * 2) > recipe->room_max;
	if (recipe->tunnels != TUNNELS_AROUND || !fits)
		hall_attempts = 0;
	overlap_start(generation->room_overlap, map);
	for (uint64_t i = 0; needs_attempt(generation, i); i++) {
		const bool is_hall = i >= generation->first_hall &&
				     i - generation->first_hall < hall_attempts;
		struct area room = draw_room(generation->draws, recipe,
					     is_hall ? hall_sides : room_sides);
		if (i == 0 && recipe_has_spawn(recipe))
			room = center_on_spawn(room, recipe);
		const struct area floor = room_floor(room);
		const bool is_accepted = !overlap_meets(generation->room_overlap, room);
		if (generation->keeps_attempts && !add_attempt(map, room, is_accepted))
			return false;
		if (is_accepted && !add_room(generation, room))
			return false;
		if (is_accepted && is_hall)
			generation->hall_count++;
		else if (is_accepted)
			generation->floor_count += (uint64_t)area_width(floor) * area_height(floor);
		map->attempts_made = i + 1;
	}
	return true;
}

/* Placing the spawn and the exit. */

/* Places a mark in the center of a room. */
static void place_mark(struct map *map, enum mark_kind kind, uint32_t room)
{
	map->marks[kind] = (struct mark){
		.at = room_center(map->rooms[room]),
		.is_set = true,
	};
}

/* A search for the room whose center is a tile. */
struct center {
	struct point at;
	uint32_t room;
};

/* Stores the index of a room. Returns whether its center is the tile. For overlap_visit. */
static bool has_center(void *context, struct area room, uint32_t index)
{
	struct center *center = context;
	center->room = index;
	return points_are_equal(room_center(room), center->at);
}

/* Returns the first room that is no hall, or the first room of a map that has only halls. */
static uint32_t find_first_room(const struct generation *generation)
{
	for (uint32_t room = 0; room < generation->map->room_count; room++)
		if (!generation_is_hall(generation, room))
			return room;
	return 0;
}

/* Returns the last room that is no hall, or the last room of a map that has only halls. */
static uint32_t find_last_room(const struct generation *generation)
{
	const uint32_t room_count = generation->map->room_count;
	for (uint32_t room = room_count; room > 0; room--)
		if (!generation_is_hall(generation, room - 1))
			return room - 1;
	return room_count - 1;
}

/*
 * Stores the distances of all rooms from the spawn. The map was loaded, its rooms are connected,
 * and no two rooms have the same center. Returns false if out of memory.
 */
static bool measure_rooms(struct walk *walk, const struct generation *generation)
{
	struct map *map = generation->map;
	uint32_t rooms_left = map->room_count;
	if (!array_reserve(map, distances, map->room_count))
		return false;
	walk_reset(walk);
	if (!walk_begin(walk, map->marks[MARK_SPAWN].at))
		return false;
	/* Until the search reaches it, a center does not count as walkable. This finds it fast. */
	for (uint32_t room = 0; room < map->room_count; room++)
		(void)bit_clear(walk->walkable, walk_bit(walk, room_center(map->rooms[room])));
	while (rooms_left > 0) {
		for (size_t i = 0; i < walk->newest_count; i++) {
			const uint64_t bit = walk->newest[i];
			if (bit_is_set(walk->walkable, bit))
				continue;
			struct center center = {.at = walk_tile(walk, bit)};
			overlap_visit(generation->room_overlap, area_between(center.at, center.at),
				      has_center, &center);
			map->distances[center.room] = walk->steps;
			bit_set(walk->walkable, bit);
			rooms_left--;
		}
		if (!walk_step(walk))
			return false;
	}
	map->distance_count = map->room_count;
	return true;
}

/*
 * Returns the room farthest from the spawn, which is a hall only if no other room is left. Ties go
 * to the earliest.
 */
static uint32_t find_farthest(const struct generation *generation)
{
	const struct map *map = generation->map;
	uint32_t farthest = find_first_room(generation);
	for (uint32_t room = 0; room < map->room_count; room++)
		if (!generation_is_hall(generation, room) &&
		    map->distances[room] > map->distances[farthest])
			farthest = room;
	if (map->distances[farthest] > 0)
		return farthest;
	for (uint32_t room = 0; room < map->room_count; room++)
		if (map->distances[room] > map->distances[farthest])
			farthest = room;
	return farthest;
}

/*
 * Moves the exit to the room whose center is farthest from the spawn, and stores the distances of
 * all rooms. Takes a hall only if no other room is left. The map was loaded. Returns false if out
 * of memory.
 */
static bool place_exit_farthest(struct walk *walk, const struct generation *generation)
{
	struct map *map = generation->map;
	if (!measure_rooms(walk, generation))
		return false;
	const uint32_t farthest = find_farthest(generation);
	place_mark(map, MARK_EXIT, farthest);
	map->exit_distance = map->distances[farthest];
	map->exit_distance_is_walked = true;
	return true;
}

/*
 * Sets the marks of a map whose rooms are connected. The spawn is in the room that was placed
 * first. The exit is in the room that was placed last, or in the room that players need the most
 * steps to reach. Then the spawn may have moved to the room farthest from the first one before,
 * unless the recipe says on which tile it is. Marks avoid halls. With --exit farthest, the map was
 * loaded. Returns false if out of memory.
 */
static bool place_marks(struct walk *walk, const struct generation *generation)
{
	struct map *map = generation->map;
	place_mark(map, MARK_SPAWN, find_first_room(generation));
	place_mark(map, MARK_EXIT, find_last_room(generation));
	if (map->recipe.exit != EXIT_FARTHEST)
		return true;
	if (map->recipe.spawn == SPAWN_FARTHEST && !recipe_has_spawn(&map->recipe)) {
		if (!place_exit_farthest(walk, generation))
			return false;
		map->marks[MARK_SPAWN] = map->marks[MARK_EXIT];
	}
	return place_exit_farthest(walk, generation);
}

/* Running the passes. */

/* Runs all passes, unless the map has too few rooms for its recipe after one of them. */
static enum generator_result run_passes(struct generator *generator, struct generation *generation)
{
	struct map *map = generation->map;
	const struct recipe *recipe = &map->recipe;
	const bool is_around = recipe->tunnels == TUNNELS_AROUND;
	if (!place_rooms(generation))
		return GENERATOR_NO_MEMORY;
	if (map->room_count < recipe->min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	if (recipe->wings > 0 && !wings_add(generation))
		return GENERATOR_NO_MEMORY;
	const bool is_dug = is_around ? around_dig_tunnels(&generator->around, generation)
				      : loops_add(&generator->loops, generation) &&
						map_dig_through(map);
	if (!is_dug)
		return GENERATOR_NO_MEMORY;
	if (recipe->wings > 0 && !map_find_wings(map))
		return GENERATOR_NO_MEMORY;
	/* Tunnels around rooms may not reach every room. The others were dropped. */
	if (map->room_count - map->wing_count < recipe->min_rooms)
		return GENERATOR_TOO_FEW_ROOMS;
	/* Doors change no tile that matters to a walk, so it loads the map once. */
	const bool needs_tiles = recipe->exit == EXIT_FARTHEST || (recipe->doors && !is_around);
	if (needs_tiles && !walk_load(&generator->walk, map))
		return GENERATOR_NO_MEMORY;
	if (!place_marks(&generator->walk, generation))
		return GENERATOR_NO_MEMORY;
	if (!recipe->doors)
		return GENERATOR_MADE;
	const bool has_doors = is_around ? around_place_doors(&generator->around)
					 : doors_place(&generator->walk, map);
	if (!has_doors)
		return GENERATOR_NO_MEMORY;
	const bool has_locks = recipe->locks > 0 || recipe->secrets > 0;
	if (has_locks && !locks_place(&generator->locks, map))
		return GENERATOR_NO_MEMORY;
	/* This draws numbers, so it comes last. */
	if (is_around && recipe->door_percent < 100)
		around_remove_doors(&generator->around);
	if (is_around)
		map_sort_doors(map);
	return GENERATOR_MADE;
}

/*
 * Draws the numbers of the ranges in a recipe that has its seed. Each range has random numbers of
 * its own, so that no other range, and nothing on the map, depends on it.
 */
static void draw_ranges(struct recipe *recipe)
{
	for (size_t i = 0; i < RECIPE_RANGES; i++) {
		const struct recipe_range *range = &recipe_ranges[i];
		const uint32_t end = recipe_get(recipe, range->end);
		uint64_t state;
		if (end == 0)
			continue;
		rng_splitmix64.seed(&state, recipe->seed ^ hash_of(range->option->key));
		recipe_set(recipe, range->option,
			   rng_splitmix64.range(&state, recipe_get(recipe, range->option), end));
	}
}

struct generator *generator_new(const struct rng *rng, const struct recipe *recipe)
{
	struct generator *generator = calloc(1, sizeof *generator + rng->state_size);
	if (!generator)
		return NULL;
	generator->draws = (struct draws){rng, generator->state};
	generator_set_recipe(generator, recipe);
	return generator;
}

void generator_set_recipe(struct generator *generator, const struct recipe *recipe)
{
	generator->recipe = *recipe;
	generator->recipe.algorithm = "rooms-and-tunnels/1";
	generator->recipe.rng = generator->draws.rng->name;
}

enum generator_result generator_make(struct generator *generator, uint64_t seed, struct map *map,
				     bool keeps_attempts)
{
	struct generation generation = {
		.map = map,
		.room_overlap = &generator->room_overlap,
		.draws = &generator->draws,
		.keeps_attempts = keeps_attempts,
		.first_hall = recipe_has_spawn(&generator->recipe),
	};
	struct recipe recipe = generator->recipe;
	recipe.seed = seed;
	draw_ranges(&recipe);
	generator->draws.rng->seed(generator->state, seed);
	map_start(map, &recipe);
	return run_passes(generator, &generation);
}

void generator_free(struct generator *generator)
{
	if (!generator)
		return;
	overlap_free(&generator->room_overlap);
	loops_free(&generator->loops);
	walk_free(&generator->walk);
	locks_free(&generator->locks);
	around_free(&generator->around);
	free(generator);
}
