/* SPDX-License-Identifier: MIT */
#include "map/outlines.h"

bool outlines_start(struct outlines *outlines, const struct map *map)
{
	struct walk *walk = &outlines->walk;
	if (!walk_load(walk, map))
		return false;
	/* Keep the tiles below a wall. No search starts, so they stay until they are covered. */
	const uint64_t end = walk->stride * (map->recipe.height + UINT64_C(1));
	for (uint64_t bit = walk->stride; bit < end; bit++)
		if (bit_is_set(walk->walkable, bit - walk->stride))
			(void)bit_clear(walk->unreached, bit);
	return true;
}

bool outlines_next(struct outlines *outlines)
{
	/*
	 * Find an upper edge that no outline has covered. The edge to the left of the first one is
	 * not the upper edge of a walkable tile, or it would belong to the same outline. So the
	 * outline turns between them.
	 */
	if (!walk_find_unreached(&outlines->walk, &outlines->corner))
		return false;
	outlines->bit = walk_bit(&outlines->walk, outlines->corner);
	outlines->first_bit = outlines->bit;
	outlines->direction = OUTLINE_RIGHT;
	return true;
}

bool outlines_turn(struct outlines *outlines)
{
	struct walk *walk = &outlines->walk;
	const int64_t stride = (int64_t)walk->stride;
	/* By direction: from a corner to the next corner. */
	const int64_t steps[] = {
		[OUTLINE_RIGHT] = 1,
		[OUTLINE_DOWN] = stride,
		[OUTLINE_LEFT] = -1,
		[OUTLINE_UP] = -stride,
	};
	/*
	 * By direction: from a corner to the tile ahead, on the right. The tile ahead on the left
	 * is the one on the right of the direction before it.
	 */
	const int64_t tiles_ahead[] = {
		[OUTLINE_RIGHT] = 0,
		[OUTLINE_DOWN] = -1,
		[OUTLINE_LEFT] = -1 - stride,
		[OUTLINE_UP] = -stride,
	};
	const unsigned direction = outlines->direction;
	const unsigned right = (direction + 1) % 4;
	const unsigned left = (direction + 3) % 4;
	int64_t bit = (int64_t)outlines->bit;
	/* The outline is back where it started, and would follow its first edge again. */
	if (outlines->bit == outlines->first_bit && direction == OUTLINE_RIGHT &&
	    !bit_is_set(walk->unreached, outlines->bit))
		return false;
	while (outlines->direction == direction) {
		if (direction == OUTLINE_RIGHT)
			(void)bit_clear(walk->unreached, (uint64_t)bit);
		bit += steps[direction];
		/*
		 * Turn right if possible, so that the outline stays with the same tile where two
		 * tiles touch only at a corner.
		 */
		if (!bit_is_set(walk->walkable, (uint64_t)(bit + tiles_ahead[direction])))
			outlines->direction = right;
		else if (bit_is_set(walk->walkable, (uint64_t)(bit + tiles_ahead[left])))
			outlines->direction = left;
	}
	outlines->bit = (uint64_t)bit;
	outlines->corner = walk_tile(walk, outlines->bit);
	return true;
}

void outlines_free(struct outlines *outlines)
{
	walk_free(&outlines->walk);
}
