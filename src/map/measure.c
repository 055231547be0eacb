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
};

/* Measures for which the tiles have to be drawn, as bits. */
enum {
	MEASURES_OF_SEARCH = MEASURE_BIT(MEASURE_LOOPS) | MEASURE_BIT(MEASURE_EXIT_DISTANCE) |
			     MEASURE_BIT(MEASURE_FARTHEST) | MEASURE_BIT(MEASURE_REGIONS) |
			     MEASURE_BIT(MEASURE_UNREACHABLE),
	MEASURES_OF_ROOMS = MEASURE_BIT(MEASURE_CORRIDOR) | MEASURE_BIT(MEASURE_DEAD_ENDS),
	MEASURES_OF_TILES = MEASURE_BIT(MEASURE_FLOOR) | MEASURES_OF_ROOMS | MEASURES_OF_SEARCH,
};

static void set(struct stats *stats, enum measure measure, uint64_t value)
{
	stats->known |= MEASURE_BIT(measure);
	stats->value[measure] = value;
}

/*
 * Counts the floor tiles in a row of rooms, which has 1 for each tile of a room. A map that stores
 * its tiles, which may be NULL, can have walls in a room.
 */
static uint32_t count_room_floor(const char *rooms, const char *tiles, uint32_t width)
{
	uint32_t count = 0;
	for (uint32_t x = 0; x < width; x++) {
		if (rooms[x] && (!tiles || tiles[x] != TILE_WALL))
			count++;
	}
	return count;
}

/*
 * Counts the tiles of floor that are in no room; rooms may overlap. Returns false if out of memory.
 */
static bool measure_corridor(struct walk *walk, const struct map *map, struct stats *stats)
{
	static const struct row_bytes bytes = {.kind = {[TILE_FLOOR] = 1}, .end = ""};
	const uint32_t width = map->recipe.width;
	struct map rooms = *map;
	rooms.stores_tiles = false;
	rooms.tunnel_count = rooms.leg_count = rooms.door_count = 0;
	uint64_t corridor = walk->walkable_count;
	if (!rows_start(&walk->rows, &rooms, &bytes, walk->watch))
		return false;
	const char *row;
	for (uint32_t y = 0; (row = rows_next(&walk->rows)); y++) {
		const char *tiles = map->stores_tiles ? map->tiles + (size_t)y * width : NULL;
		corridor -= count_room_floor(row, tiles, width);
	}
	set(stats, MEASURE_CORRIDOR, corridor);
	return true;
}

/* Whether one group of neighboring tiles is floor in the walls of a room, which are a ring. */
static bool is_dead_end(const struct walk *walk, struct area room)
{
	const int64_t stride = (int64_t)walk->stride, steps[4] = {1, stride, -1, -stride};
	const uint32_t width = room.x2 - room.x1, height = room.y2 - room.y1;
	const uint32_t sides[4] = {width, height, width, height};
	int64_t tile = (int64_t)walk_bit(walk, (struct point){room.x1, room.y1});
	bool before = walk_bit_is_unreached(walk, (uint64_t)(tile + stride));
	uint32_t openings = 0;
	for (int side = 0; side < 4; side++)
		for (uint32_t i = 0; i < sides[side]; i++, tile += steps[side]) {
			bool floor = walk_bit_is_unreached(walk, (uint64_t)tile);
			openings += floor && !before;
			before = floor;
		}
	/* If all of the ring is floor, no group begins anywhere. */
	return openings == 1 || (openings == 0 && before);
}

/* 64 bits of the floor, from `number` on. */
static uint64_t bits_from(const struct walk *walk, uint64_t number)
{
	const uint64_t *word = walk->unreached + number / 64;
	unsigned low = number % 64, high = 64 - low;
	return low == 0 ? word[0] : word[0] >> low | (word[1] & UINT64_MAX >> high) << high;
}

/* Counts pairs of tiles that share an edge, less the 2x2 blocks. */
static uint64_t count_pairs(const struct walk *walk, uint32_t height)
{
	uint64_t count = 0, stride = walk->stride;
	for (uint64_t bit = stride / 64 * 64; bit < stride * (height + UINT64_C(1)); bit += 64) {
		uint64_t here = walk->unreached[bit / 64], pairs = here & bits_from(walk, bit + 1);
		uint64_t below = bits_from(walk, bit + stride),
			 below_pairs = below & bits_from(walk, bit + stride + 1);
		count += (uint64_t)__builtin_popcountll(pairs & ~below_pairs);
		count += (uint64_t)__builtin_popcountll(here & below);
	}
	return count;
}

/* Counts the rooms that are dead ends. Needs a walk that has not reached any tile yet. */
static void measure_dead_ends(const struct walk *walk, const struct map *map, struct stats *stats)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < map->room_count; i++)
		if (is_dead_end(walk, map->rooms[i]))
			count++;
	set(stats, MEASURE_DEAD_ENDS, count);
}

/*
 * Searches from the spawn up to the exit and, if other measures are asked for, until nothing is
 * left to reach. Does nothing if there is no spawn, or if it is in a wall. Returns false if out of
 * memory.
 */
static bool measure_distances(struct walk *walk, const struct map *map, unsigned asked,
			      struct stats *stats)
{
	const struct mark spawn = map->marks[MARK_SPAWN], exit = map->marks[MARK_EXIT];
	if (!walk_mark_is_unreached(walk, spawn))
		return true;
	const bool has_exit = walk_mark_is_unreached(walk, exit);
	if (!walk_begin(walk, spawn.at))
		return false;
	if (has_exit) {
		if (!walk_advance_to(walk, &exit.at))
			return false;
		if (!walk_is_unreached(walk, exit.at))
			set(stats, MEASURE_EXIT_DISTANCE, walk->steps);
	}
	if (asked == MEASURE_BIT(MEASURE_EXIT_DISTANCE))
		return true;
	if (!walk_advance_to(walk, NULL))
		return false;
	set(stats, MEASURE_FARTHEST, walk->steps);
	set(stats, MEASURE_UNREACHABLE, walk->unreached_count);
	return true;
}

/* Counts the regions, of which the walk has reached none or one. Returns false if out of memory. */
static bool measure_regions(struct walk *walk, struct stats *stats)
{
	uint64_t regions = 0;
	if (walk->unreached_count < walk->walkable_count)
		regions++;
	for (struct point at; walk_find_unreached(walk, &at); regions++)
		if (!walk_begin(walk, at) || !walk_advance_to(walk, NULL))
			return false;
	set(stats, MEASURE_REGIONS, regions);
	return true;
}

/* Measures what a search finds. Returns false if out of memory. */
static bool measure_ways(struct walk *walk, const struct map *map, unsigned asked,
			 struct stats *stats)
{
	const bool needs_loops = asked & MEASURE_BIT(MEASURE_LOOPS);
	const bool needs_regions = needs_loops || asked & MEASURE_BIT(MEASURE_REGIONS);
	uint64_t pairs = 0;
	/* The search clears the bits of the tiles that it reaches. */
	if (needs_loops)
		pairs = count_pairs(walk, map->recipe.height);
	if (!measure_distances(walk, map, asked & MEASURES_OF_SEARCH, stats))
		return false;
	if (needs_regions && !measure_regions(walk, stats))
		return false;
	/* Euler's formula: tiles, less pairs, plus blocks, are the regions less the loops. */
	if (needs_loops)
		set(stats, MEASURE_LOOPS,
		    stats->value[MEASURE_REGIONS] + pairs - walk->walkable_count);
	return true;
}

/* Measures what the model knows without its tiles. */
static void measure_model(const struct map *map, struct stats *stats)
{
	if (!(map->lacks & LACKS_SEED))
		set(stats, MEASURE_SEED, map->recipe.seed);
	set(stats, MEASURE_WIDTH, map->recipe.width);
	set(stats, MEASURE_HEIGHT, map->recipe.height);
	if (map->exit_distance_is_walked)
		set(stats, MEASURE_EXIT_DISTANCE, map->exit_distance);
	if (map->lacks & LACKS_ROOMS)
		return;
	set(stats, MEASURE_ROOMS, map->room_count);
	set(stats, MEASURE_TUNNELS, map->tunnel_count);
	set(stats, MEASURE_DOORS, map->door_count);
}

bool measure_map(struct walk *walk, const struct map *map, unsigned asked, struct stats *stats,
		 struct watch *watch)
{
	*stats = (struct stats){0};
	measure_model(map, stats);
	asked &= (unsigned)MEASURES_OF_TILES & ~stats->known;
	if (map->lacks & LACKS_ROOMS)
		asked &= ~(unsigned)MEASURES_OF_ROOMS;
	if (!asked)
		return true;
	if (!walk_load(walk, map, watch))
		return false;
	set(stats, MEASURE_FLOOR, walk->walkable_count);
	if (asked & MEASURE_BIT(MEASURE_DEAD_ENDS))
		measure_dead_ends(walk, map, stats);
	if (asked & MEASURES_OF_SEARCH && !measure_ways(walk, map, asked, stats))
		return false;
	return !(asked & MEASURE_BIT(MEASURE_CORRIDOR)) || measure_corridor(walk, map, stats);
}
