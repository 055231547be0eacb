/* SPDX-License-Identifier: MIT */
/*
 * A* (Hart, Nilsson, and Raphael 1968) with buckets (Dial 1969). The estimate of a tile is the
 * length from the start to the tile plus the length from there to the goal if nothing were in the
 * way. A bucket holds the tiles whose estimates have the same integer part. A shorter path may put
 * a tile into its bucket a second time, so the order within a bucket does not matter. Lengths are
 * compared exactly.
 */
#include "map/octile.h"

#include "base/smaller.h"

/* The number of straight steps of a tile that has no length yet. */
#define NOT_REACHED UINT32_MAX

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
static uint64_t estimate(const struct octile *octile, uint64_t tile)
{
	struct octile_length length = octile->lengths[tile];
	const int64_t x = (int64_t)(tile % octile->stride);
	const int64_t y = (int64_t)(tile / octile->stride);
	const uint32_t columns = (uint32_t)llabs(x - (int64_t)(octile->goal % octile->stride));
	const uint32_t rows = (uint32_t)llabs(y - (int64_t)(octile->goal / octile->stride));
	length.diagonal += lesser(columns, rows);
	length.straight += greater(columns, rows) - lesser(columns, rows);
	return octile_floor(length);
}

static bool is_walkable(const struct octile *octile, uint64_t tile)
{
	return octile->tiles[tile / 64] >> tile % 64 & 1;
}

/*
 * Gives a tile a length if it is shorter than the length that the tile has. Returns false if out of
 * memory.
 */
static bool reach(struct octile *octile, uint64_t tile, struct octile_length length)
{
	struct octile_length *best = &octile->lengths[tile];
	if (best->straight != NOT_REACHED && !is_shorter(length, *best))
		return true;
	*best = length;
	struct octile_bucket *bucket = &octile->buckets[estimate(octile, tile) % OCTILE_BUCKETS];
	if (!array_reserve(bucket, tiles, (uint64_t)bucket->count + 1))
		return false;
	bucket->tiles[bucket->count++] = tile;
	return true;
}

/* Takes all steps from a tile. Returns false if out of memory. */
static bool step_from(struct octile *octile, uint64_t tile)
{
	/* From a tile to the tiles above, to the right, below, and to the left. */
	const int64_t stride = (int64_t)octile->stride;
	const int64_t offsets[] = {-stride, 1, stride, -1};
	const struct octile_length length = octile->lengths[tile];
	const struct octile_length straight = {length.straight + 1, length.diagonal};
	const struct octile_length diagonal = {length.straight, length.diagonal + 1};
	for (int i = 0; i < 4; i++) {
		const int64_t turn = offsets[(i + 1) % 4];
		const uint64_t neighbor = (uint64_t)((int64_t)tile + offsets[i]);
		const uint64_t next_neighbor = (uint64_t)((int64_t)tile + turn);
		const uint64_t corner = (uint64_t)((int64_t)neighbor + turn); /* between them */
		/* Beside a tile of the border, there may be no bit. */
		if (!is_walkable(octile, neighbor))
			continue;
		if (!reach(octile, neighbor, straight))
			return false;
		if (!is_walkable(octile, next_neighbor) || !is_walkable(octile, corner))
			continue;
		if (!reach(octile, corner, diagonal))
			return false;
	}
	return true;
}

bool octile_find(struct octile *octile, uint64_t start, uint64_t goal, struct octile_length *length)
{
	if (!array_reserve(octile, lengths, octile->bit_count))
		return false;
	for (uint64_t bit = 0; bit < octile->bit_count; bit++)
		octile->lengths[bit].straight = NOT_REACHED;
	for (int i = 0; i < OCTILE_BUCKETS; i++)
		octile->buckets[i].count = 0;
	octile->goal = goal;
	if (!reach(octile, start, (struct octile_length){0, 0}))
		return false;
	const struct octile_length *goal_length = &octile->lengths[goal];
	for (uint64_t steps = estimate(octile, start);; steps++) {
		/* The tiles of a bucket can add others to the same bucket. */
		struct octile_bucket *bucket = &octile->buckets[steps % OCTILE_BUCKETS];
		while (bucket->count > 0) {
			const uint64_t tile = bucket->tiles[--bucket->count];
			/* A shorter path may have moved the tile to an earlier bucket. */
			if (estimate(octile, tile) == steps && !step_from(octile, tile))
				return false;
		}
		if (goal_length->straight != NOT_REACHED && octile_floor(*goal_length) == steps)
			break;
	}
	*length = *goal_length;
	return true;
}

void octile_free(struct octile *octile)
{
	array_free(octile, lengths);
	for (int i = 0; i < OCTILE_BUCKETS; i++)
		array_free(&octile->buckets[i], tiles);
}
