/* SPDX-License-Identifier: MIT */
#include "model/measure.h"

#include "model/walk.h"

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

static void set(struct stats *stats, enum measure measure, uint64_t value)
{
	stats->known |= 1u << measure;
	stats->value[measure] = value;
}

/*
 * Counts the tiles of floor that are in no room; rooms may overlap. Returns false if out of memory.
 */
static bool measure_corridor(struct walk *walk, const struct dungeon *dungeon, struct stats *stats)
{
	static const struct row_bytes bytes = {.kind = {[TILE_FLOOR] = 1}, .end = ""};
	struct dungeon rooms = *dungeon;
	rooms.tunnel_count = rooms.leg_count = rooms.door_count = 0;
	uint64_t corridor = walk->all;
	if (!rows_start(&walk->rows, &rooms, &bytes))
		return false;
	for (const char *row; (row = rows_next(&walk->rows));) {
		uint32_t in_row = 0;
		for (uint32_t x = 0; x < rooms.recipe.width; x++)
			in_row += (unsigned char)row[x];
		corridor -= in_row;
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
	bool before = walk_has_bit(walk, (uint64_t)(tile + stride));
	uint32_t openings = 0;
	for (int side = 0; side < 4; side++)
		for (uint32_t i = 0; i < sides[side]; i++, tile += steps[side]) {
			bool floor = walk_has_bit(walk, (uint64_t)tile);
			openings += floor && !before;
			before = floor;
		}
	/* If all of the ring is floor, no group begins anywhere. */
	return openings == 1 || (openings == 0 && before);
}

/* 64 bits of the floor, from `number` on. */
static uint64_t bits_from(const struct walk *walk, uint64_t number)
{
	const uint64_t *word = walk->floor + number / 64;
	unsigned low = number % 64, high = 64 - low;
	return low == 0 ? word[0] : word[0] >> low | (word[1] & UINT64_MAX >> high) << high;
}

/* Counts pairs of tiles that share an edge, less the 2x2 blocks. */
static uint64_t count_pairs(const struct walk *walk, uint32_t height)
{
	uint64_t count = 0, stride = walk->stride;
	for (uint64_t bit = stride / 64 * 64; bit < stride * (height + UINT64_C(1)); bit += 64) {
		uint64_t here = walk->floor[bit / 64], pairs = here & bits_from(walk, bit + 1);
		uint64_t below = bits_from(walk, bit + stride),
			 below_pairs = below & bits_from(walk, bit + stride + 1);
		count += (uint64_t)__builtin_popcountll(pairs & ~below_pairs);
		count += (uint64_t)__builtin_popcountll(here & below);
	}
	return count;
}

/* Searches all floor. Returns false if out of memory. */
static bool measure_ways(struct walk *walk, const struct dungeon *dungeon, struct stats *stats)
{
	uint64_t regions = 0, tiles = walk->left, pairs = count_pairs(walk, dungeon->recipe.height);
	const struct mark spawn = dungeon->marks[MARK_SPAWN], exit = dungeon->marks[MARK_EXIT];
	const bool has_exit = walk_has_mark(walk, exit);
	if (walk_has_mark(walk, spawn)) {
		if (!walk_from(walk, spawn.at) || !walk_to(walk, has_exit ? &exit.at : NULL))
			return false;
		if (has_exit && !walk_has_left(walk, exit.at))
			set(stats, MEASURE_EXIT_DISTANCE, walk->steps);
		if (!walk_to(walk, NULL))
			return false;
		set(stats, MEASURE_FARTHEST, walk->steps);
		set(stats, MEASURE_UNREACHABLE, walk->left);
		regions++;
	}
	for (struct point at; walk_next(walk, &at); regions++)
		if (!walk_from(walk, at) || !walk_to(walk, NULL))
			return false;
	/* Euler's formula: tiles, less pairs, plus blocks, are the regions less the loops. */
	set(stats, MEASURE_LOOPS, regions + pairs - tiles);
	set(stats, MEASURE_REGIONS, regions);
	return true;
}

bool measure_map(struct walk *walk, const struct dungeon *dungeon, struct stats *stats)
{
	uint64_t dead_ends = 0;
	*stats = (struct stats){0};
	if (!walk_start(walk, dungeon))
		return false;
	if (!(dungeon->lacks & LACKS_SEED))
		set(stats, MEASURE_SEED, dungeon->recipe.seed);
	set(stats, MEASURE_WIDTH, dungeon->recipe.width);
	set(stats, MEASURE_HEIGHT, dungeon->recipe.height);
	set(stats, MEASURE_FLOOR, walk->all);
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		dead_ends += is_dead_end(walk, dungeon->rooms[i]);
	if (!measure_ways(walk, dungeon, stats))
		return false;
	if (dungeon->lacks & LACKS_ROOMS)
		return true;
	set(stats, MEASURE_ROOMS, dungeon->room_count);
	set(stats, MEASURE_TUNNELS, dungeon->tunnel_count);
	set(stats, MEASURE_DOORS, dungeon->door_count);
	set(stats, MEASURE_DEAD_ENDS, dead_ends);
	return measure_corridor(walk, dungeon, stats);
}
