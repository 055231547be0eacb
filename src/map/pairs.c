/* SPDX-License-Identifier: MIT */
/*
 * A path is found by A* (Hart, Nilsson, and Raphael 1968) with buckets (Dial 1969). The estimate of
 * a tile is the length from the start to the tile plus the length from there to the goal if nothing
 * were in the way. A bucket holds the tiles whose estimates have the same integer part. A shorter
 * path may put a tile into its bucket a second time, so the order within a bucket does not matter.
 * Lengths are compared exactly.
 */
#include "map/pairs.h"

#include "rng/rng.h"

/* A draw returns numbers below 2^31. A region with more tiles uses its first ones. */
#define DRAWN_TILES_MAX (UINT64_C(1) << 31)

/* The number of straight steps of a tile that has no length yet. */
#define NOT_REACHED UINT32_MAX

bool pairs_load(struct pairs *pairs, const struct map *map)
{
	struct walk *walk = &pairs->walk;
	pairs->seed = map->lacks & LACKS_SEED ? 0 : map->recipe.seed;
	if (!walk_load(walk, map) || !walk_main_region(walk, map))
		return false;
	const uint64_t count = walk->walkable_count - walk->unreached_count;
	if (!array_reserve(pairs, tiles, count))
		return false;
	uint64_t *next = pairs->tiles;
	for (uint64_t i = 0; i < walk->word_count; i++) {
		/* The region consists of the tiles that the search has reached. */
		uint64_t bits = walk->walkable[i] & ~walk->unreached[i];
		for (; bits != 0; bits &= bits - 1)
			*next++ = i * 64 + (uint64_t)__builtin_ctzll(bits);
	}
	pairs->tile_count = count < DRAWN_TILES_MAX ? count : DRAWN_TILES_MAX;
	return true;
}

bool pairs_draw(struct pairs *pairs, uint64_t count)
{
	uint64_t state;
	const struct draws draws = {&rng_splitmix64, &state};
	const uint64_t drawn_count = count < pairs->tile_count ? count + 1 : count;
	if (!array_reserve(pairs, drawn, count + 1))
		return false;
	draws.rng->seed(&state, pairs->seed);
	for (uint64_t i = 0; i < drawn_count;) {
		const uint32_t number = draws_range(&draws, 0, (uint32_t)(pairs->tile_count - 1));
		if (pairs->tiles[number] == 0)
			continue;
		pairs->drawn[i++] = walk_tile(&pairs->walk, pairs->tiles[number]);
		pairs->tiles[number] = 0;
	}
	/* If all tiles were drawn, the last pair leads back to the first tile. */
	if (drawn_count == count)
		pairs->drawn[count] = pairs->drawn[0];
	/* The search needs the memory. */
	array_free(pairs, tiles);
	return true;
}

uint64_t octile_floor(struct octile_length length)
{
	/* Estimate the square root of 2 * diagonal^2, and correct it. */
	const uint64_t square = 2 * (uint64_t)length.diagonal * length.diagonal;
	uint64_t root = (uint64_t)length.diagonal * 1414213562 / 1000000000;
	while ((root + 1) * (root + 1) <= square)
		root++;
	return length.straight + root;
}

/*
 * Returns whether a length is shorter than another. With a and b as the differences of the straight
 * and of the diagonal steps, this is a + b * sqrt(2) < 0.
 */
static bool is_shorter(struct octile_length length, struct octile_length other)
{
	const int64_t a = (int64_t)length.straight - other.straight;
	const int64_t b = (int64_t)length.diagonal - other.diagonal;
	const uint64_t a_squared = (uint64_t)(a * a);
	const uint64_t b_squared_twice = 2 * (uint64_t)(b * b);
	if (a < 0)
		return b <= 0 || a_squared > b_squared_twice;
	return b < 0 && a_squared < b_squared_twice;
}

/* Returns the integer part of the estimate of a tile that has a length. */
static uint64_t estimate(const struct pairs *pairs, uint64_t tile)
{
	struct octile_length length = pairs->lengths[tile];
	const struct point at = walk_tile(&pairs->walk, tile);
	const uint32_t columns = greater(at.x, pairs->goal.x) - lesser(at.x, pairs->goal.x);
	const uint32_t rows = greater(at.y, pairs->goal.y) - lesser(at.y, pairs->goal.y);
	length.diagonal += lesser(columns, rows);
	length.straight += greater(columns, rows) - lesser(columns, rows);
	return octile_floor(length);
}

/*
 * Gives a tile a length if it is shorter than the length that the tile has. Returns false if out of
 * memory.
 */
static bool reach(struct pairs *pairs, uint64_t tile, struct octile_length length)
{
	struct octile_length *best = &pairs->lengths[tile];
	if (best->straight != NOT_REACHED && !is_shorter(length, *best))
		return true;
	*best = length;
	struct octile_bucket *bucket = &pairs->buckets[estimate(pairs, tile) % OCTILE_BUCKETS];
	if (!array_reserve(bucket, tiles, (uint64_t)bucket->count + 1))
		return false;
	bucket->tiles[bucket->count++] = tile;
	return true;
}

/* Takes all steps from a tile. Returns false if out of memory. */
static bool step_from(struct pairs *pairs, uint64_t tile)
{
	/* From a tile to the tiles above, to the right, below, and to the left. */
	const int64_t stride = (int64_t)pairs->walk.stride;
	const uint64_t *walkable = pairs->walk.walkable;
	const int64_t offsets[] = {-stride, 1, stride, -1};
	const struct octile_length length = pairs->lengths[tile];
	const struct octile_length straight = {length.straight + 1, length.diagonal};
	const struct octile_length diagonal = {length.straight, length.diagonal + 1};
	for (int i = 0; i < 4; i++) {
		const int64_t turn = offsets[(i + 1) % 4];
		const uint64_t neighbor = (uint64_t)((int64_t)tile + offsets[i]);
		const uint64_t next_neighbor = (uint64_t)((int64_t)tile + turn);
		const uint64_t corner = (uint64_t)((int64_t)neighbor + turn); /* between them */
		/* Beside a tile of the border, there may be no bit. */
		if (!bit_is_set(walkable, neighbor))
			continue;
		if (!reach(pairs, neighbor, straight))
			return false;
		if (!bit_is_set(walkable, next_neighbor) || !bit_is_set(walkable, corner))
			continue;
		if (!reach(pairs, corner, diagonal))
			return false;
	}
	return true;
}

bool pairs_measure(struct pairs *pairs, uint64_t index, struct octile_length *length)
{
	const uint64_t start = walk_bit(&pairs->walk, pairs->drawn[index]);
	const uint64_t goal = walk_bit(&pairs->walk, pairs->drawn[index + 1]);
	const uint64_t bit_count = pairs->walk.word_count * 64;
	if (!array_reserve(pairs, lengths, bit_count))
		return false;
	for (uint64_t bit = 0; bit < bit_count; bit++)
		pairs->lengths[bit].straight = NOT_REACHED;
	for (int i = 0; i < OCTILE_BUCKETS; i++)
		pairs->buckets[i].count = 0;
	pairs->goal = pairs->drawn[index + 1];
	if (!reach(pairs, start, (struct octile_length){0, 0}))
		return false;
	const struct octile_length *goal_length = &pairs->lengths[goal];
	for (uint64_t steps = estimate(pairs, start);; steps++) {
		/* The tiles of a bucket can add others to the same bucket. */
		struct octile_bucket *bucket = &pairs->buckets[steps % OCTILE_BUCKETS];
		while (bucket->count > 0) {
			const uint64_t tile = bucket->tiles[--bucket->count];
			/* A shorter path may have moved the tile to an earlier bucket. */
			if (estimate(pairs, tile) == steps && !step_from(pairs, tile))
				return false;
		}
		if (goal_length->straight != NOT_REACHED && octile_floor(*goal_length) == steps)
			break;
	}
	*length = *goal_length;
	return true;
}

void pairs_free(struct pairs *pairs)
{
	walk_free(&pairs->walk);
	array_free(pairs, tiles);
	array_free(pairs, drawn);
	array_free(pairs, lengths);
	for (int i = 0; i < OCTILE_BUCKETS; i++)
		array_free(&pairs->buckets[i], tiles);
}
