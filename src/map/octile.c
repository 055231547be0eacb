/* SPDX-License-Identifier: MIT */
/*
 * Dijkstra's algorithm with buckets (Dial 1969). A bucket holds the tiles whose length has the same
 * integer part. No step is shorter than 1, so the tiles of a bucket cannot improve one another, and
 * their order does not matter (Denardo and Fox 1979). Lengths are compared exactly.
 */
#include "map/octile.h"

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
static bool octile_is_shorter(struct octile_length length, struct octile_length other)
{
	const int64_t a = (int64_t)length.straight - other.straight;
	const int64_t b = (int64_t)length.diagonal - other.diagonal;
	const uint64_t a_squared = (uint64_t)(a * a);
	const uint64_t b_squared_twice = 2 * (uint64_t)(b * b);
	if (a < 0)
		return b <= 0 || a_squared > b_squared_twice;
	return b < 0 && a_squared < b_squared_twice;
}

static bool has_tile(const struct octile *octile, uint64_t bit)
{
	return octile->tiles[bit / 64] >> bit % 64 & 1;
}

static bool list_add(struct octile_list *list, uint64_t tile)
{
	if (!array_reserve(list, tiles, (uint64_t)list->count + 1))
		return false;
	list->tiles[list->count++] = tile;
	return true;
}

bool octile_start(struct octile *octile, const uint64_t *tiles, uint64_t bit_count, uint64_t stride)
{
	octile->tiles = tiles;
	octile->stride = stride;
	octile->reached.count = 0;
	if (!array_reserve(octile, lengths, bit_count))
		return false;
	/* A list that grows would need more memory for a moment. */
	if (!array_reserve(&octile->reached, tiles, bit_count))
		return false;
	for (uint64_t bit = 0; bit < bit_count; bit++)
		octile->lengths[bit].straight = NOT_REACHED;
	return true;
}

/* Gives a tile a length if it is shorter than the length that the tile has. */
static bool octile_reach(struct octile *octile, uint64_t tile, struct octile_length length)
{
	struct octile_length *best = &octile->lengths[tile];
	if (best->straight == NOT_REACHED)
		octile->reached.tiles[octile->reached.count++] = tile; /* octile_start made space */
	else if (!octile_is_shorter(length, *best))
		return true;
	*best = length;
	return list_add(&octile->buckets[octile_floor(length) % OCTILE_BUCKETS], tile);
}

/* Takes all straight steps from a tile. */
static bool step_straight(struct octile *octile, uint64_t tile)
{
	const uint64_t neighbors[] = {
		tile - 1,
		tile + 1,
		tile - octile->stride,
		tile + octile->stride,
	};
	struct octile_length length = octile->lengths[tile];
	length.straight++;
	for (int i = 0; i < 4; i++) {
		if (has_tile(octile, neighbors[i]) && !octile_reach(octile, neighbors[i], length))
			return false;
	}
	return true;
}

/* Takes all diagonal steps from a tile. */
static bool step_diagonally(struct octile *octile, uint64_t tile)
{
	const uint64_t rows[] = {tile - octile->stride, tile + octile->stride};
	struct octile_length length = octile->lengths[tile];
	length.diagonal++;
	for (int i = 0; i < 4; i++) {
		const uint64_t above_or_below = rows[i / 2];
		const uint64_t beside = i % 2 == 0 ? tile - 1 : tile + 1;
		/* Beside a tile of the border, there may be no bit. */
		if (!has_tile(octile, above_or_below) || !has_tile(octile, beside))
			continue;
		const uint64_t corner = above_or_below + beside - tile;
		if (has_tile(octile, corner) && !octile_reach(octile, corner, length))
			return false;
	}
	return true;
}

/* Continues the paths of all tiles whose length has the integer part `steps`. */
static bool octile_empty_bucket(struct octile *octile, uint64_t steps)
{
	struct octile_list *bucket = &octile->buckets[steps % OCTILE_BUCKETS];
	for (size_t i = 0; i < bucket->count; i++) {
		const uint64_t tile = bucket->tiles[i];
		/* A shorter path may have moved the tile to an earlier bucket. */
		if (octile_floor(octile->lengths[tile]) != steps)
			continue;
		if (!step_straight(octile, tile) || !step_diagonally(octile, tile))
			return false;
	}
	bucket->count = 0;
	return true;
}

/* Forgets the lengths of the last search. */
static void octile_forget(struct octile *octile)
{
	for (size_t i = 0; i < octile->reached.count; i++)
		octile->lengths[octile->reached.tiles[i]].straight = NOT_REACHED;
	octile->reached.count = 0;
	for (int i = 0; i < OCTILE_BUCKETS; i++)
		octile->buckets[i].count = 0;
}

bool octile_find(struct octile *octile, uint64_t start, uint64_t goal, struct octile_length *length)
{
	const struct octile_length *goal_length = &octile->lengths[goal];
	octile_forget(octile);
	if (!octile_reach(octile, start, (struct octile_length){0, 0}))
		return false;
	for (uint64_t steps = 0;; steps++) {
		const bool is_reached = goal_length->straight != NOT_REACHED;
		if (is_reached && octile_floor(*goal_length) == steps)
			break;
		if (!octile_empty_bucket(octile, steps))
			return false;
	}
	*length = *goal_length;
	return true;
}

void octile_free(struct octile *octile)
{
	array_free(octile, lengths);
	array_free(&octile->reached, tiles);
	for (int i = 0; i < OCTILE_BUCKETS; i++)
		array_free(&octile->buckets[i], tiles);
}
