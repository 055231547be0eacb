/* SPDX-License-Identifier: MIT */
#include "map/walk.h"

#include <string.h>

enum { WORD_BITS = 64, PACKED = 8 };

_Static_assert(TILE_WALL == 0 && TILE_FLOOR == 1 && TILE_DOOR == 2,
	       "pack_tiles looks at their bits");

/* Packs the next eight tiles, the first into the lowest bit: 1 for floor or a door, 0 for wall. */
static uint64_t pack_tiles(const char *tiles)
{
	uint64_t packed = 0;
	for (unsigned i = 0; i < PACKED; i++)
		packed |= (uint64_t)(unsigned char)tiles[i] << 8 * i;
	/* Floor has the lowest bit of its byte, and a door the one above. */
	packed = (packed | packed >> 1) & 0x0101010101010101;
	/* Move the bits of neighboring bytes together, then these pairs, then these fours. */
	packed |= packed >> 7;
	packed |= packed >> 14;
	packed |= packed >> 28;
	return packed & 0xff;
}

/* Sets the bits from `number` on that are set in `packed`, which has at most eight bits. */
static void add_bits(uint64_t *bits, uint64_t number, uint64_t packed)
{
	uint64_t *word = bits + number / WORD_BITS;
	const unsigned first = number % WORD_BITS;
	word[0] |= packed << first;
	if (first > WORD_BITS - PACKED)
		word[1] |= packed >> (WORD_BITS - first);
}

/* Sets the bits of a row's tiles from `number` on: 1 for floor or a door. */
static void add_row(uint64_t *bits, uint64_t number, const char *tiles, uint32_t width)
{
	uint32_t x = 0;
	for (; width - x >= PACKED; x += PACKED)
		add_bits(bits, number + x, pack_tiles(tiles + x));
	for (; x < width; x++)
		add_bits(bits, number + x, tiles[x] != TILE_WALL);
}

bool walk_start(struct walk *walk, const struct map *map, struct watch *watch)
{
	uint32_t width = map->recipe.width;
	/* A column of wall on the right is the left neighbor of the next row, too. */
	walk->stride = (uint64_t)width + 1;
	/* count_pairs of measure.c reads a word past the last tile. */
	walk->words = walk->stride * ((uint64_t)map->recipe.height + 2) / WORD_BITS + 2;
	if (!array_reserve(walk, floor, walk->words) ||
	    !rows_start(&walk->rows, map, &row_kinds, watch))
		return false;
	walk->watch = watch;
	memset(walk->floor, 0, (size_t)walk->words * sizeof *walk->floor);
	walk->count = 0;
	walk->first = 0;
	uint64_t number = walk_bit(walk, (struct point){0, 0});
	for (const char *tiles; (tiles = rows_next(&walk->rows)); number += walk->stride)
		add_row(walk->floor, number, tiles, width);
	walk->all = 0;
	for (uint64_t i = 0; i < walk->words; i++)
		walk->all += (uint64_t)__builtin_popcountll(walk->floor[i]);
	walk->left = walk->all;
	return true;
}

/* Clears a bit; returns whether it was set. */
static inline bool take_bit(uint64_t *bits, uint64_t number)
{
	uint64_t *word = &bits[number / WORD_BITS], bit = UINT64_C(1) << number % WORD_BITS;
	bool set = *word & bit;
	*word &= ~bit;
	return set;
}

bool walk_from(struct walk *walk, struct point start)
{
	if (!array_reserve(walk, tiles, 1))
		return false;
	walk->tiles[0] = walk_bit(walk, start);
	(void)take_bit(walk->floor, walk->tiles[0]);
	walk->left--;
	walk->count = 1;
	walk->steps = 0;
	return true;
}

/*
 * Takes a step. If it reaches no tile, the search is over, and `steps` stays. Returns false if out
 * of memory.
 */
static bool step(struct walk *walk)
{
	/* A tile is stored before it is known whether it counts, hence one more. */
	if (!array_reserve(walk, next, (uint64_t)walk->count * 4 + 1))
		return false;
	uint64_t *floor = walk->floor, *next = walk->next, stride = walk->stride;
	size_t reached = 0;
	for (size_t i = 0; i < walk->count; i++) {
		uint64_t tile = walk->tiles[i];
		const uint64_t beside[4] = {tile - 1, tile + 1, tile - stride, tile + stride};
		for (int k = 0; k < 4; k++) {
			next[reached] = beside[k];
			reached += take_bit(floor, beside[k]);
		}
	}
	struct memory tiles = walk->tiles_array;
	walk->tiles_array = walk->next_array;
	walk->next_array = tiles;
	walk->count = reached;
	walk->left -= reached;
	walk->steps += reached > 0;
	return true;
}

bool walk_to(struct walk *walk, const struct point *target)
{
	while (walk->count > 0 && (!target || walk_has_left(walk, *target))) {
		watch_work(walk->watch, 1 + walk->count / 16, "tiles of floor walked",
			   walk->all - walk->left, walk->all);
		if (!step(walk))
			return false;
	}
	return true;
}

bool walk_next(struct walk *walk, struct point *at)
{
	while (walk->first < walk->words && walk->floor[walk->first] == 0)
		walk->first++;
	if (walk->first == walk->words)
		return false;
	uint64_t number = walk->first * WORD_BITS +
			  (uint64_t)__builtin_ctzll(walk->floor[walk->first]);
	*at = (struct point){(uint32_t)(number % walk->stride),
			     (uint32_t)(number / walk->stride - 1)};
	return true;
}

void walk_free(struct walk *walk)
{
	rows_free(&walk->rows);
	array_free(walk, floor);
	array_free(walk, tiles);
	array_free(walk, next);
}
