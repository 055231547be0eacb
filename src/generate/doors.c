/* SPDX-License-Identifier: MIT */
#include "generate/doors.h"

/*
 * Returns whether a tile in the wall of a room is a doorway, that is, floor with wall on both sides
 * along the edge. A tunnel passes through it: if a tunnel ended or bent there, the wall next to the
 * tile would be floor. So the tiles on its inner and outer side are floor without a check.
 */
static bool is_doorway(const struct walk *walk, struct point at, bool is_along_row)
{
	const uint64_t bit = walk_bit(walk, at);
	const uint64_t step = is_along_row ? 1 : walk->stride;
	return bit_is_set(walk->walkable, bit) && !bit_is_set(walk->walkable, bit - step) &&
	       !bit_is_set(walk->walkable, bit + step);
}

/*
 * Adds the doors of a room, from top to bottom and left to right. Tiles with a door count as
 * reached by the walk. Returns false if out of memory.
 */
static bool add_doors_of_room(struct walk *walk, struct map *map, uint32_t index)
{
	const struct area room = map->rooms[index];
	for (uint32_t y = room.y1; y <= room.y2; y++) {
		/* The upper or lower wall between the corners, or the left and the right wall. */
		const bool is_along_row = y == room.y1 || y == room.y2;
		const uint32_t first = room.x1 + is_along_row;
		const uint32_t last = room.x2 - is_along_row;
		const uint32_t step = is_along_row ? 1 : last - first;
		for (uint32_t x = first; x <= last; x += step) {
			const struct point at = {x, y};
			if (!is_doorway(walk, at, is_along_row))
				continue;
			/*
			 * The tile on its outer side can be a doorway of another room. If that room
			 * was placed earlier, its door is the only one. No third doorway can share
			 * an edge with these two.
			 */
			const struct point outside = {
				.x = x - (x == room.x1) + (x == room.x2),
				.y = y - (y == room.y1) + (y == room.y2),
			};
			if (!walk_is_unreached(walk, outside))
				continue;
			if (!walk_begin(walk, at) || !map_add_door(map, at, index))
				return false;
		}
	}
	return true;
}

bool doors_place(struct walk *walk, struct map *map)
{
	walk_reset(walk);
	for (uint32_t i = 0; i < map->room_count; i++)
		if (!add_doors_of_room(walk, map, i))
			return false;
	return true;
}
