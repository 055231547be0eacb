/* SPDX-License-Identifier: MIT */
#include "map/outlines.h"

#include <string.h>

bool outlines_start(struct outlines *outlines, const struct map *map)
{
	struct walk *walk = &outlines->walk;
	/* No search is ever started, so all walkable tiles stay unreached. */
	if (!walk_load(walk, map))
		return false;
	if (!array_reserve(outlines, covered, walk->word_count))
		return false;
	memset(outlines->covered, 0, (size_t)walk->word_count * sizeof *outlines->covered);
	outlines->word = 0;
	return true;
}

/*
 * Returns the bits of a word whose tiles have an upper edge that no outline has covered: tiles that
 * are walkable and have a wall above.
 */
static uint64_t uncovered_edges(const struct outlines *outlines, uint64_t word)
{
	const uint64_t *walkable = outlines->walk.unreached;
	const uint64_t stride = outlines->walk.stride;
	const uint64_t own = walkable[word] & ~outlines->covered[word];
	if (own == 0)
		return 0;
	/* The bits of the tiles above. The first row of bits is a border of wall. */
	uint64_t above = 0;
	for (uint64_t bits = own; bits != 0; bits &= bits - 1) {
		const unsigned shift = (unsigned)__builtin_ctzll(bits);
		const uint64_t bit = word * 64 + shift - stride;
		above |= (uint64_t)walk_bit_is_unreached(&outlines->walk, bit) << shift;
	}
	return own & ~above;
}

bool outlines_next(struct outlines *outlines)
{
	const struct walk *walk = &outlines->walk;
	uint64_t edges = 0;
	while (outlines->word < walk->word_count) {
		edges = uncovered_edges(outlines, outlines->word);
		if (edges != 0)
			break;
		outlines->word++;
	}
	if (edges == 0)
		return false;
	/*
	 * The edge to the left of the first uncovered edge is not the upper edge of a walkable
	 * tile, or it would belong to the same outline. So the outline turns between them.
	 */
	const uint64_t bit = outlines->word * 64 + (uint64_t)__builtin_ctzll(edges);
	outlines->corner = walk_tile(walk, bit);
	outlines->first_corner = outlines->corner;
	outlines->direction = OUTLINE_RIGHT;
	return true;
}

/*
 * Returns whether the tile ahead of the current corner, on the right of a direction, is walkable.
 * The tile on the left of the direction is the one on the right of the direction before it.
 */
static bool is_open_right_of(const struct outlines *outlines, unsigned direction)
{
	const int64_t stride = (int64_t)outlines->walk.stride;
	/* By direction: from the tile of which the corner is the top left one to the tile ahead. */
	const int64_t offsets[] = {
		[OUTLINE_RIGHT] = 0,
		[OUTLINE_DOWN] = -1,
		[OUTLINE_LEFT] = -1 - stride,
		[OUTLINE_UP] = -stride,
	};
	const int64_t bit = (int64_t)walk_bit(&outlines->walk, outlines->corner);
	return walk_bit_is_unreached(&outlines->walk, (uint64_t)(bit + offsets[direction]));
}

/* Follows the edge after the current corner, and records that it is covered. */
static void follow_edge(struct outlines *outlines)
{
	const uint64_t bit = walk_bit(&outlines->walk, outlines->corner);
	switch (outlines->direction) {
	case OUTLINE_RIGHT:
		outlines->covered[bit / 64] |= UINT64_C(1) << bit % 64;
		outlines->corner.x++;
		break;
	case OUTLINE_DOWN:
		outlines->corner.y++;
		break;
	case OUTLINE_LEFT:
		outlines->corner.x--;
		break;
	case OUTLINE_UP:
		outlines->corner.y--;
		break;
	}
}

/*
 * Returns the direction of the edge that follows at the current corner. Turns right if it can, so
 * that the outline stays with the same tile where two tiles touch only at a corner.
 */
static enum outline_direction next_direction(const struct outlines *outlines)
{
	const unsigned straight = outlines->direction;
	const unsigned right = (straight + 1) % 4;
	const unsigned left = (straight + 3) % 4;
	if (!is_open_right_of(outlines, straight))
		return (enum outline_direction)right;
	/* If the tile on the right is walkable, there may be one on the left. */
	if (is_open_right_of(outlines, left))
		return (enum outline_direction)left;
	return outlines->direction;
}

bool outlines_turn(struct outlines *outlines)
{
	const struct point from = outlines->corner;
	const bool is_at_start = from.x == outlines->first_corner.x &&
				 from.y == outlines->first_corner.y;
	const uint64_t first_bit = walk_bit(&outlines->walk, from);
	const bool is_covered = outlines->covered[first_bit / 64] >> first_bit % 64 & 1;
	/* The outline is back where it started, and would follow its first edge again. */
	if (is_at_start && is_covered && outlines->direction == OUTLINE_RIGHT)
		return false;
	enum outline_direction direction = outlines->direction;
	while (direction == outlines->direction) {
		follow_edge(outlines);
		direction = next_direction(outlines);
	}
	outlines->direction = direction;
	return true;
}

void outlines_free(struct outlines *outlines)
{
	walk_free(&outlines->walk);
	array_free(outlines, covered);
}
