/* SPDX-License-Identifier: MIT */
#include "map/walk.h"

#include <string.h>

enum { PACKED = 8 }; /* number of tiles that are packed at once */

_Static_assert(TILE_WALL == 0 && TILE_FLOOR == 1 && TILE_DOOR == 2,
	       "pack_tiles looks at their bits");

/*
 * Packs the next eight tiles, the first into the lowest bit. The bit of a walkable tile is 1, and
 * the bit of a wall is 0.
 */
static uint64_t pack_tiles(const char *tiles)
{
	uint64_t packed = 0;
	for (unsigned i = 0; i < PACKED; i++)
		packed |= (uint64_t)(unsigned char)tiles[i] << 8 * i;
	/* Floor has the lowest bit of its byte, and a door the bit above. */
	packed = (packed | packed >> 1) & 0x0101010101010101;
	/* Move the bits of neighboring bytes together, then these pairs, then these fours. */
	packed |= packed >> 7;
	packed |= packed >> 14;
	packed |= packed >> 28;
	return packed & 0xff;
}

/* Sets bits, starting at bit number `first`, for the up to eight bits that are set in `packed`. */
static void set_bits(uint64_t *bits, uint64_t first, uint64_t packed)
{
	uint64_t *word = bits + first / 64;
	const unsigned shift = first % 64;
	word[0] |= packed << shift;
	if (shift > 64 - PACKED)
		word[1] |= packed >> (64 - shift);
}

bool walk_load(struct walk *walk, const struct map *map)
{
	const uint32_t width = map->recipe.width;
	const uint64_t rows_with_border = (uint64_t)map->recipe.height + 2;
	/* The column of wall to the right of a row is also to the left of the next row. */
	walk->stride = (uint64_t)width + 1;
	/* count_pairs_minus_blocks of measure.c reads a word past the last tile. */
	walk->word_count = walk->stride * rows_with_border / 64 + 2;
	if (!array_reserve(walk, unreached, walk->word_count))
		return false;
	if (!array_reserve(walk, walkable, walk->word_count))
		return false;
	if (!rows_start(&walk->rows, map, &row_kinds))
		return false;
	memset(walk->walkable, 0, (size_t)walk->word_count * sizeof *walk->walkable);
	const char *tiles;
	uint64_t row_bit = walk_bit(walk, (struct point){0, 0});
	while ((tiles = rows_next(&walk->rows))) {
		uint32_t x = 0;
		for (; width - x >= PACKED; x += PACKED)
			set_bits(walk->walkable, row_bit + x, pack_tiles(tiles + x));
		for (; x < width; x++)
			if (tiles[x] != TILE_WALL)
				bit_set(walk->walkable, row_bit + x);
		row_bit += walk->stride;
	}
	walk->walkable_count = 0;
	for (uint64_t i = 0; i < walk->word_count; i++)
		walk->walkable_count += (uint64_t)__builtin_popcountll(walk->walkable[i]);
	walk_reset(walk);
	return true;
}

void walk_reset(struct walk *walk)
{
	memcpy(walk->unreached, walk->walkable, (size_t)walk->word_count * sizeof *walk->walkable);
	walk->unreached_count = walk->walkable_count;
	walk->newest_count = 0;
	walk->first_word = 0;
}

/* Returns whether a set of doors has all kinds of a door. */
static bool door_is_in(const struct door *door, uint32_t opened)
{
	uint32_t needed = door->is_secret ? DOORS_SECRET : 0;
	if (door->lock > 0)
		needed |= DOORS_OF_LOCK(door->lock);
	return !(needed & ~opened);
}

void walk_reset_doors(struct walk *walk, const struct map *map, uint32_t opened)
{
	walk_reset(walk);
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		if (!door_is_in(door, opened))
			walk->unreached_count -= bit_clear(walk->unreached,
							   walk_bit(walk, door->at));
	}
}

bool walk_begin(struct walk *walk, struct point start)
{
	const uint64_t bit = walk_bit(walk, start);
	if (!array_reserve(walk, newest, 1))
		return false;
	walk->newest[0] = bit;
	walk->newest_count = 1;
	(void)bit_clear(walk->unreached, bit);
	walk->unreached_count--;
	walk->steps = 0;
	return true;
}

bool walk_step(struct walk *walk)
{
	/* A neighbor is stored before it is known to be unreached, so the array has one more. */
	if (!array_reserve(walk, next, (uint64_t)walk->newest_count * 4 + 1))
		return false;
	uint64_t *unreached = walk->unreached;
	uint64_t *next = walk->next;
	const uint64_t stride = walk->stride;
	size_t next_count = 0;
	for (size_t i = 0; i < walk->newest_count; i++) {
		const uint64_t tile = walk->newest[i];
		const uint64_t neighbors[4] = {tile - 1, tile + 1, tile - stride, tile + stride};
		for (int k = 0; k < 4; k++) {
			next[next_count] = neighbors[k];
			next_count += bit_clear(unreached, neighbors[k]);
		}
	}
	const struct memory memory = walk->newest_array;
	walk->newest_array = walk->next_array;
	walk->next_array = memory;
	walk->newest_count = next_count;
	walk->unreached_count -= next_count;
	if (next_count > 0)
		walk->steps++;
	return true;
}

bool walk_advance_to(struct walk *walk, const struct point *target)
{
	while (walk->newest_count > 0) {
		if (target && !walk_is_unreached(walk, *target))
			break;
		if (!walk_step(walk))
			return false;
	}
	return true;
}

bool walk_with_keys(struct walk *walk, const struct map *map, uint32_t opened, struct point start,
		    const struct point *target)
{
	walk_reset_doors(walk, map, opened);
	if (walk_is_unreached(walk, start) &&
	    !(walk_begin(walk, start) && walk_advance_to(walk, target)))
		return false;
	for (uint32_t i = 0; i < map->door_count; i++) {
		const uint64_t bit = walk_bit(walk, map->doors[i].at);
		if (!door_is_in(&map->doors[i], opened) && bit_is_set(walk->walkable, bit))
			bit_set(walk->unreached, bit);
	}
	return true;
}

bool walk_find_unreached(struct walk *walk, struct point *tile)
{
	while (walk->first_word < walk->word_count && walk->unreached[walk->first_word] == 0)
		walk->first_word++;
	if (walk->first_word == walk->word_count)
		return false;
	const uint64_t word = walk->unreached[walk->first_word];
	const uint64_t bit = walk->first_word * 64 + (uint64_t)__builtin_ctzll(word);
	*tile = walk_tile(walk, bit);
	return true;
}

bool walk_main_region(struct walk *walk, const struct map *map)
{
	struct point start = map->marks[MARK_SPAWN].at;
	if (!walk_has_mark(walk, map->marks[MARK_SPAWN])) {
		uint64_t largest_size = 0;
		struct point tile;
		while (walk_find_unreached(walk, &tile)) {
			const uint64_t unreached_before = walk->unreached_count;
			if (!walk_begin(walk, tile) || !walk_advance_to(walk, NULL))
				return false;
			const uint64_t size = unreached_before - walk->unreached_count;
			if (size > largest_size) {
				largest_size = size;
				start = tile;
			}
		}
		if (largest_size == 0)
			return true;
		/* Only one region is reached in the end. */
		walk_reset(walk);
	}
	return walk_begin(walk, start) && walk_advance_to(walk, NULL);
}

void walk_free(struct walk *walk)
{
	rows_free(&walk->rows);
	array_free(walk, unreached);
	array_free(walk, walkable);
	array_free(walk, newest);
	array_free(walk, next);
}
