/* SPDX-License-Identifier: MIT */
#include "map/measure.h"

#include "map/walk.h"

const char *const measure_names[MEASURES + 1] = {
	[MEASURE_SEED] = "seed",
	[MEASURE_WIDTH] = "width",
	[MEASURE_HEIGHT] = "height",
	[MEASURE_ROOMS] = "rooms",
	[MEASURE_TUNNELS] = "tunnels",
	[MEASURE_DOORS] = "doors",
	[MEASURE_FLOOR] = "floor",
	[MEASURE_CORRIDOR] = "corridor",
	[MEASURE_LOOPS] = "loops",
	[MEASURE_DEAD_ENDS] = "dead_ends",
	[MEASURE_EXIT_DISTANCE] = "exit_distance",
	[MEASURE_FARTHEST] = "farthest",
	[MEASURE_REGIONS] = "regions",
	[MEASURE_UNREACHABLE] = "unreachable",
	[MEASURE_SPAWN_X] = "spawn_x",
	[MEASURE_SPAWN_Y] = "spawn_y",
	[MEASURE_EXIT_X] = "exit_x",
	[MEASURE_EXIT_Y] = "exit_y",
	[MEASURE_SPACES] = "spaces",
	[MEASURE_LOCKS] = "locks",
	[MEASURE_SECRETS] = "secrets",
	[MEASURE_WALK] = "walk",
};

/* Sets of measures that need the tiles of a map. */
enum {
	MEASURES_OF_SEARCH = MEASURE_BIT(MEASURE_LOOPS) | MEASURE_BIT(MEASURE_EXIT_DISTANCE) |
			     MEASURE_BIT(MEASURE_FARTHEST) | MEASURE_BIT(MEASURE_REGIONS) |
			     MEASURE_BIT(MEASURE_UNREACHABLE),
	MEASURES_OF_ROOMS = MEASURE_BIT(MEASURE_CORRIDOR) | MEASURE_BIT(MEASURE_DEAD_ENDS) |
			    MEASURE_BIT(MEASURE_SECRETS),
	MEASURES_OF_TILES = MEASURE_BIT(MEASURE_FLOOR) | MEASURES_OF_ROOMS | MEASURES_OF_SEARCH |
			    MEASURE_BIT(MEASURE_WALK),
};

static bool set_has(unsigned measures, enum measure measure)
{
	return measures & MEASURE_BIT(measure);
}

static void add_value(struct stats *stats, enum measure measure, uint64_t value)
{
	stats->known |= MEASURE_BIT(measure);
	stats->value[measure] = value;
}

/* Clears the bits `first` to `last`, a word at a time. Returns how many of them were set. */
static uint64_t clear_bits(uint64_t *bits, uint64_t first, uint64_t last)
{
	uint64_t count = 0;
	for (uint64_t word = first / 64; word <= last / 64; word++) {
		uint64_t mask = UINT64_MAX;
		if (word == first / 64)
			mask = ~((UINT64_C(1) << first % 64) - 1);
		if (word == last / 64)
			mask &= UINT64_MAX >> (63 - last % 64);
		count += (uint64_t)__builtin_popcountll(bits[word] & mask);
		bits[word] &= ~mask;
	}
	return count;
}

/* Counts the walkable tiles outside of rooms. Rooms of an input map may overlap. */
static void measure_corridor(struct walk *walk, const struct map *map, struct stats *stats)
{
	uint64_t corridor = walk->walkable_count;
	walk_reset(walk);
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area floor = room_floor(map->rooms[i]);
		for (uint32_t y = floor.y1; y <= floor.y2; y++)
			corridor -= clear_bits(walk->unreached,
					       walk_bit(walk, (struct point){floor.x1, y}),
					       walk_bit(walk, (struct point){floor.x2, y}));
	}
	add_value(stats, MEASURE_CORRIDOR, corridor);
}

/*
 * Returns whether the wall of a room has exactly one opening. The wall is a ring of tiles, and an
 * opening is a group of walkable tiles that are neighbors in the ring.
 */
static bool is_dead_end(const struct walk *walk, struct area room)
{
	const int64_t stride = (int64_t)walk->stride;
	const int64_t directions[4] = {1, stride, -1, -stride};
	const uint32_t width = room.x2 - room.x1;
	const uint32_t height = room.y2 - room.y1;
	const uint32_t lengths[4] = {width, height, width, height};
	const struct point corner = {room.x1, room.y1};
	int64_t tile = (int64_t)walk_bit(walk, corner);
	/* The ring begins at the upper left corner, and ends at the tile below it. */
	bool was_walkable = bit_is_set(walk->walkable, (uint64_t)(tile + stride));
	uint32_t openings = 0;
	for (int side = 0; side < 4; side++) {
		for (uint32_t i = 0; i < lengths[side]; i++) {
			const bool is_walkable = bit_is_set(walk->walkable, (uint64_t)tile);
			if (is_walkable && !was_walkable)
				openings++;
			was_walkable = is_walkable;
			tile += directions[side];
		}
	}
	/* If the whole ring is walkable, it is one opening that begins nowhere. */
	const bool is_all_opening = openings == 0 && was_walkable;
	return openings == 1 || is_all_opening;
}

/* Returns the bits of 64 tiles, starting at a bit number. */
static uint64_t tiles_from(const struct walk *walk, uint64_t bit)
{
	const uint64_t *word = walk->walkable + bit / 64;
	const unsigned skipped = bit % 64; /* bits of word[0] before this bit */
	if (skipped == 0)
		return word[0];
	const unsigned kept = 64 - skipped;
	/* Without the mask, the shift would lose bits, and -fsanitize=integer would fail. */
	const uint64_t next_bits = word[1] & UINT64_MAX >> kept;
	return word[0] >> skipped | next_bits << kept;
}

/*
 * Returns the number of pairs of walkable tiles that share an edge, minus the number of 2x2 blocks
 * of walkable tiles. Each block is subtracted from the pair in its upper row. Handles 64 tiles at
 * once.
 */
static uint64_t count_pairs_minus_blocks(const struct walk *walk, uint32_t height)
{
	const uint64_t stride = walk->stride;
	const uint64_t begin = stride / 64 * 64;
	const uint64_t end = stride * (height + UINT64_C(1));
	uint64_t count = 0;
	for (uint64_t bit = begin; bit < end; bit += 64) {
		const uint64_t tiles = walk->walkable[bit / 64];
		const uint64_t tiles_below = tiles_from(walk, bit + stride);
		const uint64_t pairs = tiles & tiles_from(walk, bit + 1);
		const uint64_t pairs_below = tiles_below & tiles_from(walk, bit + stride + 1);
		count += (uint64_t)__builtin_popcountll(pairs & ~pairs_below);
		count += (uint64_t)__builtin_popcountll(tiles & tiles_below);
	}
	return count;
}

/*
 * Measures everything that requires a search. First searches from the spawn to the exit. If other
 * measures are requested, it continues until nothing is left to reach, and if these concern the
 * whole map, it searches the other regions. Returns false if out of memory.
 */
static bool measure_by_search(struct walk *walk, const struct map *map, unsigned measures,
			      struct stats *stats)
{
	const struct mark spawn = map->marks[MARK_SPAWN];
	const struct mark exit = map->marks[MARK_EXIT];
	uint64_t regions = 0;
	if (walk_has_mark(walk, spawn)) {
		if (!walk_begin(walk, spawn.at))
			return false;
		if (walk_has_mark(walk, exit)) {
			if (!walk_advance_to(walk, &exit.at))
				return false;
			if (!walk_is_unreached(walk, exit.at))
				add_value(stats, MEASURE_EXIT_DISTANCE, walk->steps);
		}
		if (measures == MEASURE_BIT(MEASURE_EXIT_DISTANCE))
			return true;
		if (!walk_advance_to(walk, NULL))
			return false;
		add_value(stats, MEASURE_FARTHEST, walk->steps);
		add_value(stats, MEASURE_UNREACHABLE, walk->unreached_count);
		regions = 1;
	}
	if (!set_has(measures, MEASURE_LOOPS) && !set_has(measures, MEASURE_REGIONS))
		return true;
	struct point tile;
	while (walk_find_unreached(walk, &tile)) {
		if (!walk_begin(walk, tile) || !walk_advance_to(walk, NULL))
			return false;
		regions++;
	}
	add_value(stats, MEASURE_REGIONS, regions);
	/* Euler's formula: tiles - pairs + blocks = regions - loops. */
	if (set_has(measures, MEASURE_LOOPS))
		add_value(stats, MEASURE_LOOPS,
			  regions + count_pairs_minus_blocks(walk, map->recipe.height) -
				  walk->walkable_count);
	return true;
}

/*
 * Counts the spaces that players with all keys reach only through secret doors. Returns false if
 * out of memory.
 */
static bool measure_secrets(struct walk *walk, const struct map *map, struct stats *stats)
{
	const struct mark spawn = map->marks[MARK_SPAWN];
	const uint32_t opened[] = {UINT32_MAX, ~DOORS_SECRET};
	uint32_t unreached[] = {0, 0}; /* number of spaces that are not reached */
	if (!walk_has_mark(walk, spawn))
		return true;
	for (int i = 0; i < 2; i++) {
		if (!walk_with_keys(walk, map, opened[i], spawn.at, NULL))
			return false;
		for (uint32_t room = 0; room < map->room_count; room++)
			if (map_wing_of(map, room) == NO_ROOM)
				unreached[i] += walk_is_unreached(walk,
								  room_center(map->rooms[room]));
	}
	add_value(stats, MEASURE_SECRETS, unreached[1] - unreached[0]);
	return true;
}

/*
 * Measures the walk of a player who takes the keys in order. Without such a walk, it stays unknown.
 * Returns false if out of memory.
 */
static bool measure_walk(struct walk *walk, const struct map *map, struct stats *stats)
{
	const struct mark exit = map->marks[MARK_EXIT];
	struct point at = map->marks[MARK_SPAWN].at;
	uint32_t opened = 0;
	uint64_t steps = 0;
	if (!map->marks[MARK_SPAWN].is_set || !exit.is_set)
		return true;
	for (uint32_t lock = 1; lock <= map->lock_count + 1; lock++) {
		struct key to = {exit.at, true};
		if (lock <= map->lock_count)
			to = map->keys[lock - 1];
		if (!walk_with_keys(walk, map, opened, at, &to.at))
			return false;
		if (!to.is_set || !walk_has_reached(walk, to.at))
			return true;
		steps += walk->steps;
		opened |= DOORS_OF_LOCK(lock);
		at = to.at;
	}
	add_value(stats, MEASURE_WALK, steps);
	return true;
}

/* Measures everything that the model knows without its tiles. */
static void measure_model(const struct map *map, struct stats *stats)
{
	if (!(map->lacks & LACKS_SEED))
		add_value(stats, MEASURE_SEED, map->recipe.seed);
	add_value(stats, MEASURE_WIDTH, map->recipe.width);
	add_value(stats, MEASURE_HEIGHT, map->recipe.height);
	if (map->exit_distance_is_walked)
		add_value(stats, MEASURE_EXIT_DISTANCE, map->exit_distance);
	const struct mark spawn = map->marks[MARK_SPAWN];
	if (spawn.is_set) {
		add_value(stats, MEASURE_SPAWN_X, spawn.at.x);
		add_value(stats, MEASURE_SPAWN_Y, spawn.at.y);
	}
	const struct mark exit = map->marks[MARK_EXIT];
	if (exit.is_set) {
		add_value(stats, MEASURE_EXIT_X, exit.at.x);
		add_value(stats, MEASURE_EXIT_Y, exit.at.y);
	}
	if (map->lacks & LACKS_ROOMS)
		return;
	add_value(stats, MEASURE_ROOMS, map->room_count);
	add_value(stats, MEASURE_TUNNELS, map->tunnel_count);
	add_value(stats, MEASURE_DOORS, map->door_count);
	add_value(stats, MEASURE_SPACES, map->room_count - map->wing_count);
	add_value(stats, MEASURE_LOCKS, map->lock_count);
	if (!map_has_secrets(map))
		add_value(stats, MEASURE_SECRETS, 0);
}

/* Adds the measures in the set that need the tiles. Returns false if out of memory. */
static bool measure_tiles(struct walk *walk, const struct map *map, unsigned measures,
			  struct stats *stats)
{
	measures &= (unsigned)MEASURES_OF_TILES & ~stats->known;
	if (map->lacks & LACKS_ROOMS)
		measures &= ~(unsigned)MEASURES_OF_ROOMS;
	if (!measures)
		return true;
	if (!walk_load(walk, map))
		return false;
	add_value(stats, MEASURE_FLOOR, walk->walkable_count);
	if (set_has(measures, MEASURE_DEAD_ENDS)) {
		uint64_t count = 0;
		for (uint32_t i = 0; i < map->room_count; i++)
			if (is_dead_end(walk, map->rooms[i]))
				count++;
		add_value(stats, MEASURE_DEAD_ENDS, count);
	}
	const unsigned search = measures & MEASURES_OF_SEARCH;
	if (search && !measure_by_search(walk, map, search, stats))
		return false;
	if (set_has(measures, MEASURE_CORRIDOR))
		measure_corridor(walk, map, stats);
	if (set_has(measures, MEASURE_SECRETS) && !measure_secrets(walk, map, stats))
		return false;
	return !set_has(measures, MEASURE_WALK) || measure_walk(walk, map, stats);
}

bool measure_map(struct walk *walk, const struct map *map, unsigned measures, struct stats *stats)
{
	/* Without locks and secrets, players walk straight to the exit. */
	const bool is_straight = map->lock_count == 0 && !map_has_secrets(map);
	*stats = (struct stats){0};
	if (is_straight && set_has(measures, MEASURE_WALK))
		measures = (measures & ~MEASURE_BIT(MEASURE_WALK)) |
			   MEASURE_BIT(MEASURE_EXIT_DISTANCE);
	measure_model(map, stats);
	if (!measure_tiles(walk, map, measures, stats))
		return false;
	if (is_straight && stats->known & MEASURE_BIT(MEASURE_EXIT_DISTANCE))
		add_value(stats, MEASURE_WALK, stats->value[MEASURE_EXIT_DISTANCE]);
	return true;
}
