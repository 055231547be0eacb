/* SPDX-License-Identifier: MIT */
#include "map/pairs.h"

#include <string.h>

/* A draw returns numbers below 2^31. A region with more tiles uses its first ones. */
#define DRAWN_TILES_MAX (UINT64_C(1) << 31)

bool pairs_load(struct pairs *pairs, const struct map *map)
{
	struct walk *walk = &pairs->walk;
	pairs->seed = map->lacks & LACKS_SEED ? 0 : map->recipe.seed;
	if (!walk_load(walk, map) || !array_reserve(pairs, region, walk->word_count))
		return false;
	/* The region consists of the tiles that the search has reached. */
	memcpy(pairs->region, walk->unreached, (size_t)walk->word_count * sizeof *pairs->region);
	if (!walk_main_region(walk, map))
		return false;
	const uint64_t count = walk->walkable_count - walk->unreached_count;
	if (!array_reserve(pairs, tiles, count))
		return false;
	uint64_t *next = pairs->tiles;
	for (uint64_t i = 0; i < walk->word_count; i++) {
		pairs->region[i] ^= walk->unreached[i];
		for (uint64_t bits = pairs->region[i]; bits != 0; bits &= bits - 1)
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
	if (count == 0)
		return true;
	if (!array_reserve(pairs, drawn, count + 1))
		return false;
	draws.rng->seed(&state, pairs->seed);
	for (uint64_t i = 0; i < drawn_count;) {
		const uint32_t number = draws_range(&draws, 0, (uint32_t)(pairs->tile_count - 1));
		if (pairs->tiles[number] == 0)
			continue;
		pairs->drawn[i++] = pairs->tiles[number];
		pairs->tiles[number] = 0;
	}
	/* If all tiles were drawn, the last pair leads back to the first tile. */
	if (drawn_count == count)
		pairs->drawn[count] = pairs->drawn[0];
	/* The search needs the memory. */
	array_free(pairs, tiles);
	pairs->octile.tiles = pairs->region;
	pairs->octile.bit_count = pairs->walk.word_count * 64;
	pairs->octile.stride = pairs->walk.stride;
	return true;
}

struct point pairs_tile(const struct pairs *pairs, uint64_t index)
{
	const uint64_t bit = pairs->drawn[index];
	const uint64_t stride = pairs->walk.stride;
	return (struct point){(uint32_t)(bit % stride), (uint32_t)(bit / stride - 1)};
}

bool pairs_measure(struct pairs *pairs, uint64_t index, struct octile_length *length)
{
	return octile_find(&pairs->octile, pairs->drawn[index], pairs->drawn[index + 1], length);
}

void pairs_free(struct pairs *pairs)
{
	walk_free(&pairs->walk);
	octile_free(&pairs->octile);
	array_free(pairs, region);
	array_free(pairs, tiles);
	array_free(pairs, drawn);
}
