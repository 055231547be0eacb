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

static uint64_t *word_at(uint64_t *bits, size_t stride, struct point at)
{
	return &bits[at.y * stride + at.x / WORD_BITS];
}

static uint64_t bit_at(struct point at)
{
	return UINT64_C(1) << at.x % WORD_BITS;
}

/* Clears a bit; returns whether it was set. */
static bool take_bit(uint64_t *bits, size_t stride, struct point at)
{
	uint64_t *word = word_at(bits, stride, at), bit = bit_at(at);
	bool set = *word & bit;
	*word &= ~bit;
	return set;
}

static void pack_row(uint64_t *words, const char *tiles, uint32_t width)
{
	for (uint32_t x = 0; x < width; x++)
		if (tiles[x] != tile_glyphs[TILE_WALL].bytes[0])
			words[x / WORD_BITS] |= UINT64_C(1) << x % WORD_BITS;
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
	memset(walk->floor, 0, (size_t)count * sizeof *walk->floor);
	memset(walk->centers, 0, (size_t)count * sizeof *walk->centers);
	uint64_t *words = walk->floor;
	uint32_t times;
	for (const char *row; (row = row_reader_next(&walk->reader, &times)) != NULL;) {
		pack_row(words, row, recipe->width);
		for (words += stride; --times > 0; words += stride)
			memcpy(words, words - stride, stride * sizeof *words);
	}
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct point center = room_center(dungeon->rooms[i]);
		*word_at(walk->centers, stride, center) |= bit_at(center);
	}
	return true;
}

/*
 * Reaches from the `count` tiles of one step all that are next to them and not yet reached; returns how many these are.
 * There is memory for four for each.
 */
static size_t step(struct walk *walk, size_t stride, const struct point *from, size_t count, struct point *to)
{
	size_t reached = 0;
	for (size_t i = 0; i < count; i++) {
		/* The map's edge is wall, so every neighbor is on the map. */
		struct point at = from[i];
		const struct point beside[4] = {{at.x - 1, at.y}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x, at.y + 1}};
		for (int k = 0; k < 4; k++)
			if (take_bit(walk->floor, stride, beside[k]))
				to[reached++] = beside[k];
	}
	return reached;
}

/* The room placed first of those whose centers are among the tiles. */
static struct point first_center(struct walk *walk, const struct dungeon *dungeon, const struct point *tiles,
				 size_t count)
{
	/* No center is left to be reached, so the bits are free to be set for these alone. */
	size_t stride = words_per_row(dungeon);
	for (size_t i = 0; i < count; i++)
		*word_at(walk->centers, stride, tiles[i]) |= bit_at(tiles[i]);
	uint32_t room = 0;
	while (!(*word_at(walk->centers, stride, room_center(dungeon->rooms[room])) &
		 bit_at(room_center(dungeon->rooms[room]))))
		room++;
	return room_center(dungeon->rooms[room]);
}

bool walk_to_farthest(struct walk *walk, struct dungeon *dungeon)
{
	if (!start(walk, dungeon))
		return false;
	size_t stride = words_per_row(dungeon), count = 1;
	struct point spawn = dungeon->spawn;
	if (!memory_reserve(&walk->reached[0], &walk->reached_capacity[0], 1, sizeof spawn, 0))
		return false;
	walk->reached[0][0] = spawn;
	(void)take_bit(walk->floor, stride, spawn);
	uint32_t unreached = dungeon->room_count;
	uint64_t steps = 0;
	/* Every room can be reached, so the search ends with the last center. */
	for (unsigned now = 0;; now = !now, steps++) {
		const struct point *tiles = walk->reached[now];
		for (size_t i = 0; i < count; i++)
			unreached -= take_bit(walk->centers, stride, tiles[i]);
		if (unreached == 0) {
			dungeon->exit = first_center(walk, dungeon, tiles, count);
			dungeon->exit_distance = steps;
			return true;
		}
		if (!memory_reserve(&walk->reached[!now], &walk->reached_capacity[!now], (uint64_t)count * 4,
				    sizeof spawn, 0))
			return false;
		count = step(walk, stride, tiles, count, walk->reached[!now]);
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
