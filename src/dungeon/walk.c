/* SPDX-License-Identifier: MIT */
#include "dungeon/walk.h"

#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 64 };

/* Rows begin with a word of their own. */
static size_t words_per_row(const struct dungeon *dungeon)
{
	return dungeon->recipe.width / WORD_BITS + 1;
}

/* The number of a tile's bit. */
static uint64_t bit_of(const struct dungeon *dungeon, struct point at)
{
	return (uint64_t)at.y * words_per_row(dungeon) * WORD_BITS + at.x;
}

static void set_bit(uint64_t *bits, uint64_t number)
{
	bits[number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
}

/* Clears a bit; returns whether it was set. */
static inline bool take_bit(uint64_t *bits, uint64_t number)
{
	uint64_t *word = &bits[number / WORD_BITS];
	bool set = *word >> number % WORD_BITS & 1;
	*word &= ~(UINT64_C(1) << number % WORD_BITS);
	return set;
}

/* Sets the bits of a row's floor. Without a branch for each tile, which would mispredict. */
static void pack_row(uint64_t *words, const char *tiles, uint32_t width)
{
	char wall = tile_glyphs[TILE_WALL].bytes[0];
	for (uint32_t x = 0; x < width; x += WORD_BITS, words++) {
		uint32_t count = width - x < WORD_BITS ? width - x : WORD_BITS;
		uint64_t word = 0;
		for (uint32_t i = 0; i < count; i++)
			word |= (uint64_t)(tiles[x + i] != wall) << i;
		*words = word;
	}
}

/* Sets the bits of all floor and of all centers. */
static bool start(struct walk *walk, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	size_t stride = words_per_row(dungeon);
	uint64_t count = (uint64_t)stride * recipe->height;
	if (!memory_reserve(&walk->floor, &walk->floor_capacity, count, sizeof *walk->floor, 0) ||
	    !memory_reserve(&walk->centers, &walk->center_capacity, count, sizeof *walk->centers, 0) ||
	    !row_reader_start(&walk->reader, dungeon))
		return false;
	memset(walk->centers, 0, (size_t)count * sizeof *walk->centers);
	uint64_t *words = walk->floor;
	uint32_t times;
	for (const char *row; (row = row_reader_next(&walk->reader, &times)) != NULL;) {
		words[stride - 1] = 0;
		pack_row(words, row, recipe->width);
		for (words += stride; --times > 0; words += stride)
			memcpy(words, words - stride, stride * sizeof *words);
	}
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		set_bit(walk->centers, bit_of(dungeon, room_center(dungeon->rooms[i])));
	return true;
}

/*
 * Reaches from the `count` tiles of one step all that are next to them and not yet reached; returns how many these are.
 * There is memory for four for each, and one more.
 */
static size_t step(uint64_t *floor, uint64_t row_bits, const uint64_t *from, size_t count, uint64_t *to)
{
	size_t reached = 0;
	for (size_t i = 0; i < count; i++) {
		/* The map's edge is wall, so all four are on the map. Each is noted, but only kept if it is new. */
		const uint64_t beside[4] = {from[i] - 1, from[i] + 1, from[i] - row_bits, from[i] + row_bits};
		for (int k = 0; k < 4; k++) {
			to[reached] = beside[k];
			reached += take_bit(floor, beside[k]);
		}
	}
	return reached;
}

/* The room placed first of those whose centers are among the tiles. */
static struct point first_center(struct walk *walk, const struct dungeon *dungeon, const uint64_t *tiles, size_t count)
{
	/* No center is left to be reached, so the bits are free to be set for these alone. */
	for (size_t i = 0; i < count; i++)
		set_bit(walk->centers, tiles[i]);
	uint32_t room = 0;
	while (!take_bit(walk->centers, bit_of(dungeon, room_center(dungeon->rooms[room]))))
		room++;
	return room_center(dungeon->rooms[room]);
}

bool walk_to_farthest(struct walk *walk, struct dungeon *dungeon)
{
	if (!start(walk, dungeon) ||
	    !memory_reserve(&walk->reached[0], &walk->reached_capacity[0], 1, sizeof *walk->reached[0], 0))
		return false;
	uint64_t row_bits = (uint64_t)words_per_row(dungeon) * WORD_BITS;
	size_t count = 1;
	walk->reached[0][0] = bit_of(dungeon, dungeon->spawn);
	(void)take_bit(walk->floor, walk->reached[0][0]);
	uint32_t unreached = dungeon->room_count;
	uint64_t steps = 0;
	/* Every room can be reached, so the search ends with the last center. */
	for (unsigned now = 0;; now = !now, steps++) {
		const uint64_t *tiles = walk->reached[now];
		for (size_t i = 0; i < count; i++)
			unreached -= take_bit(walk->centers, tiles[i]);
		if (unreached == 0) {
			dungeon->exit = first_center(walk, dungeon, tiles, count);
			dungeon->exit_distance = steps;
			return true;
		}
		/* step() notes a tile before it knows whether to keep it, hence one more. */
		if (!memory_reserve(&walk->reached[!now], &walk->reached_capacity[!now], (uint64_t)count * 4 + 1,
				    sizeof *walk->reached[0], 0))
			return false;
		count = step(walk->floor, row_bits, tiles, count, walk->reached[!now]);
	}
}

void walk_free(struct walk *walk)
{
	row_reader_free(&walk->reader);
	free(walk->floor);
	free(walk->centers);
	free(walk->reached[0]);
	free(walk->reached[1]);
	*walk = (struct walk){0};
}
