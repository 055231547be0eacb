/* SPDX-License-Identifier: MIT */
#include "dungeon/neighbors.h"

/* Up to so many rooms are compared with each other; an index would take longer. */
enum { FEW = 32 };

static uint32_t nearest_of_few(const struct dungeon *dungeon, uint32_t room)
{
	struct point center = room_center(dungeon->rooms[room]);
	uint64_t distance = UINT64_MAX;
	uint32_t nearest = 0;
	for (uint32_t i = 0; i < room; i++) {
		uint64_t to_room = squared_distance(center, room_center(dungeon->rooms[i]));
		nearest = to_room < distance ? i : nearest;
		distance = to_room < distance ? to_room : distance;
	}
	return nearest;
}

bool neighbors_connect(struct neighbors *neighbors, struct dungeon *dungeon)
{
	/*
	 * Only earlier rooms count. So that an index has few others, the later half of the rooms searches an index of
	 * all, then the later half of the rest an index of the rest, and so on. They search in the order of the index,
	 * so that it stays in the cache.
	 */
	uint32_t end = dungeon->room_count;
	for (; end > FEW; end /= 2) {
		if (!neighbors_index(neighbors, dungeon, end))
			return false;
		for (uint32_t i = 0; i < end; i++) {
			struct neighbor here = neighbors->list[i];
			if (here.room >= end / 2)
				dungeon->tunnels[here.room - 1].from = neighbors_nearest(neighbors, here.center,
											 here.room);
		}
	}
	for (uint32_t room = 1; room < end; room++)
		dungeon->tunnels[room - 1].from = nearest_of_few(dungeon, room);
	return true;
}
