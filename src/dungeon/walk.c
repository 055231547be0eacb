/* SPDX-License-Identifier: MIT */
#include "dungeon/walk.h"

#include <string.h>

enum { WORD_BITS = 64 };

/* Bits from a tile to the one below: whole words are faster, but would take too much memory on a narrow map. */
static uint64_t row_bits(const struct dungeon *dungeon)
{
	uint64_t width = dungeon->recipe.width;
	return width < WORD_BITS ? width : (width + WORD_BITS - 1) / WORD_BITS * WORD_BITS;
}

/* The number of a tile's bit. */
static uint64_t bit_of(const struct dungeon *dungeon, struct point at)
{
	return at.y * row_bits(dungeon) + at.x;
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

/* Packs a row's tiles, 1 for floor and 0 for wall, without branches, which would be mispredicted. */
static void pack_row(uint64_t *words, const char *tiles, uint32_t width)
{
	for (uint32_t x = 0; x < width; x += WORD_BITS, words++) {
		uint32_t count = width - x < WORD_BITS ? width - x : WORD_BITS;
		uint64_t word = 0;
		for (uint32_t i = 0; i < count; i++)
			word |= (uint64_t)(tiles[x + i] != 0) << i;
		*words = word;
	}
}

/* Appends a packed row to the `number` bits before it. */
static void append_row(uint64_t *bits, uint64_t number, const uint64_t *row, uint32_t width)
{
	unsigned shift = number % WORD_BITS;
	uint64_t *word = bits + number / WORD_BITS, before = *word & ((UINT64_C(1) << shift) - 1);
	for (uint32_t x = 0; x < width; x += WORD_BITS, row++) {
		*word++ = before | *row << shift;
		before = shift > 0 ? *row >> (WORD_BITS - shift) : 0;
	}
	*word = before;
}

/* Sets the bits of all floor and of all centers. */
static bool start(struct walk *walk, const struct dungeon *dungeon)
{
	static const struct row_bytes bytes = {.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1}, .end = ""};
	const struct recipe *recipe = &dungeon->recipe;
	/* append_row writes up to a word past the last tile. */
	uint64_t stride = row_bits(dungeon), count = stride * recipe->height / WORD_BITS + 2;
	if (!array_reserve(walk, row, (uint64_t)recipe->width / WORD_BITS + 1) || !array_reserve(walk, floor, count) ||
	    !array_reserve(walk, centers, count) || !rows_start(&walk->rows, dungeon, &bytes))
		return false;
	walk->floor[0] = 0;
	uint64_t number = 0;
	for (struct band band; rows_next(&walk->rows, &band);)
		for (uint32_t row = 0; row < band.rows; row++) {
			pack_row(walk->row, band.bytes + (size_t)row * recipe->width, recipe->width);
			for (uint32_t time = 0; time < band.times; time++, number += stride)
				append_row(walk->floor, number, walk->row, recipe->width);
		}
	memset(walk->centers, 0, (size_t)count * sizeof *walk->centers);
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		set_bit(walk->centers, bit_of(dungeon, room_center(dungeon->rooms[i])));
	return true;
}

/*
 * Collects in `to` the tiles next to those of one step that are not reached yet. Returns how many. There is memory for
 * four for each of the `count`, and one more.
 */
static size_t step(uint64_t *floor, uint64_t width, const uint64_t *from, size_t count, uint64_t *to)
{
	size_t reached = 0;
	for (size_t i = 0; i < count; i++) {
		/* The map's edge is wall, so all four are on the map. Each is stored, but counted only if it is new. */
		const uint64_t beside[4] = {from[i] - 1, from[i] + 1, from[i] - width, from[i] + width};
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
	/* All centers were reached, so their bits can mark those among the tiles. */
	for (size_t i = 0; i < count; i++)
		set_bit(walk->centers, tiles[i]);
	uint32_t room = 0;
	while (!take_bit(walk->centers, bit_of(dungeon, room_center(dungeon->rooms[room]))))
		room++;
	return room_center(dungeon->rooms[room]);
}

bool walk_to_farthest(struct walk *walk, struct dungeon *dungeon)
{
	if (!start(walk, dungeon) || !array_reserve(&walk->reached[0], tiles, 1))
		return false;
	size_t count = 1;
	walk->reached[0].tiles[0] = bit_of(dungeon, dungeon->spawn);
	(void)take_bit(walk->floor, walk->reached[0].tiles[0]);
	uint32_t unreached = dungeon->room_count;
	uint64_t steps = 0;
	/* Every room can be reached, so the search ends with the last center. */
	for (unsigned now = 0;; now = !now, steps++) {
		const uint64_t *tiles = walk->reached[now].tiles;
		for (size_t i = 0; i < count; i++)
			unreached -= take_bit(walk->centers, tiles[i]);
		if (unreached == 0) {
			dungeon->exit = first_center(walk, dungeon, tiles, count);
			dungeon->exit_distance = steps;
			return true;
		}
		/* step() stores a tile before it knows whether it counts, hence one more. */
		if (!array_reserve(&walk->reached[!now], tiles, (uint64_t)count * 4 + 1))
			return false;
		count = step(walk->floor, row_bits(dungeon), tiles, count, walk->reached[!now].tiles);
	}
}

void walk_free(struct walk *walk)
{
	rows_free(&walk->rows);
	array_free(walk, row);
	array_free(walk, floor);
	array_free(walk, centers);
	array_free(&walk->reached[0], tiles);
	array_free(&walk->reached[1], tiles);
}
