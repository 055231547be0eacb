/* SPDX-License-Identifier: MIT */
#include "map/pairs.h"

#include <string.h>

enum { WORD_BITS = 64 };

/* A draw returns numbers below 2^31. A region with more tiles uses its first ones. */
#define DRAWN_TILES_MAX (UINT64_C(1) << 31)

uint64_t pairs_max(uint64_t tile_count)
{
	/* The last pair leads back to the first tile. */
	return tile_count < 2 ? 0 : tile_count;
}

/* The region. */

/* Finds the first tile of the largest region. Sets *is_found to false if no tile is walkable. */
static bool find_largest_region(struct walk *walk, struct point *first_tile, bool *is_found)
{
	uint64_t largest_size = 0;
	struct point tile;
	while (walk_find_unreached(walk, &tile)) {
		const uint64_t unreached_before = walk->unreached_count;
		if (!walk_begin(walk, tile) || !walk_advance_to(walk, NULL))
			return false;
		const uint64_t size = unreached_before - walk->unreached_count;
		if (size > largest_size) {
			largest_size = size;
			*first_tile = tile;
		}
	}
	*is_found = largest_size > 0;
	return true;
}

/* Searches from a tile. The tiles that the search reaches become the region. */
static bool set_region(struct pairs *pairs, struct point first_tile)
{
	struct walk *walk = &pairs->walk;
	const size_t size = (size_t)walk->word_count * sizeof *pairs->region;
	if (!array_reserve(pairs, region, walk->word_count))
		return false;
	memcpy(pairs->region, walk->unreached, size);
	if (!walk_begin(walk, first_tile) || !walk_advance_to(walk, NULL))
		return false;
	for (uint64_t i = 0; i < walk->word_count; i++)
		pairs->region[i] ^= walk->unreached[i];
	return true;
}

/* Counts the tiles of the region before each word. */
static bool count_tiles(struct pairs *pairs)
{
	const uint64_t word_count = pairs->walk.word_count;
	uint64_t count = 0;
	if (!array_reserve(pairs, counts, word_count))
		return false;
	for (uint64_t i = 0; i < word_count; i++) {
		pairs->counts[i] = count;
		count += (uint64_t)__builtin_popcountll(pairs->region[i]);
	}
	pairs->tile_count = count < DRAWN_TILES_MAX ? count : DRAWN_TILES_MAX;
	return true;
}

bool pairs_load(struct pairs *pairs, const struct map *map)
{
	struct walk *walk = &pairs->walk;
	struct point first_tile = map->marks[MARK_SPAWN].at;
	pairs->seed = map->lacks & LACKS_SEED ? 0 : map->recipe.seed;
	pairs->tile_count = 0;
	if (!walk_load(walk, map))
		return false;
	if (!walk_mark_is_unreached(walk, map->marks[MARK_SPAWN])) {
		bool is_found;
		if (!find_largest_region(walk, &first_tile, &is_found))
			return false;
		if (!is_found)
			return true;
		if (!walk_load(walk, map))
			return false;
	}
	return set_region(pairs, first_tile) && count_tiles(pairs);
}

/* Drawing. */

/* Returns the bit of the tile with this number in the region. */
static uint64_t find_bit(const struct pairs *pairs, uint64_t number)
{
	/* Find the last word that has at most `number` tiles before it. */
	uint64_t low = 0;
	uint64_t high = pairs->walk.word_count - 1;
	while (low < high) {
		const uint64_t middle = low + (high - low + 1) / 2;
		if (pairs->counts[middle] <= number)
			low = middle;
		else
			high = middle - 1;
	}
	uint64_t word = pairs->region[low];
	for (uint64_t i = pairs->counts[low]; i < number; i++)
		word &= word - 1;
	return low * WORD_BITS + (uint64_t)__builtin_ctzll(word);
}

/* Returns whether a number was drawn before, and remembers it. */
static bool use_number(struct pairs *pairs, uint64_t number)
{
	uint64_t *word = &pairs->is_used[number / WORD_BITS];
	const uint64_t mask = UINT64_C(1) << number % WORD_BITS;
	const bool was_used = *word & mask;
	*word |= mask;
	return was_used;
}

static const struct rng *find_splitmix64(void)
{
	size_t i = 0;
	while (strcmp(rng_table[i]->name, "splitmix64") != 0)
		i++;
	return rng_table[i];
}

/* Draws tiles that were not drawn before. */
static void draw_tiles(struct pairs *pairs, uint64_t count)
{
	uint64_t state;
	const struct draws draws = {find_splitmix64(), &state};
	const uint32_t number_max = (uint32_t)(pairs->tile_count - 1);
	draws.rng->seed(&state, pairs->seed);
	for (uint64_t i = 0; i < count;) {
		const uint32_t number = draws_range(&draws, 0, number_max);
		if (!use_number(pairs, number))
			pairs->drawn[i++] = find_bit(pairs, number);
	}
}

bool pairs_draw(struct pairs *pairs, uint64_t count)
{
	const uint64_t used_words = pairs->tile_count / WORD_BITS + 1;
	const uint64_t bit_count = pairs->walk.word_count * WORD_BITS;
	if (count == 0)
		return true;
	if (!array_reserve(pairs, drawn, count + 1) || !array_reserve(pairs, is_used, used_words))
		return false;
	memset(pairs->is_used, 0, (size_t)used_words * sizeof *pairs->is_used);
	if (count < pairs->tile_count) {
		draw_tiles(pairs, count + 1);
	} else {
		draw_tiles(pairs, count);
		pairs->drawn[count] = pairs->drawn[0];
	}
	return octile_start(&pairs->octile, pairs->region, bit_count, pairs->walk.stride);
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
	array_free(pairs, counts);
	array_free(pairs, is_used);
	array_free(pairs, drawn);
}
