/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"

/* How near a room is: ties of distance go to the room placed first. */
struct nearness {
	uint64_t distance; /* squared, between centers */
	uint32_t room;
};

/* How near a room is to a point. */
static inline struct nearness nearness_of(struct area room, uint32_t number, struct point point)
{
	int64_t x = (int64_t)room_center(room).x - point.x,
		y = (int64_t)room_center(room).y - point.y;
	return (struct nearness){(uint64_t)(x * x + y * y), number};
}

static inline bool is_nearer(struct nearness a, struct nearness b)
{
	return a.distance < b.distance || (a.distance == b.distance && a.room < b.room);
}

/*
 * Lists the rooms of an index by their nearness to a point, the nearest first: the next `most`, at
 * least 1, that come after `after`. Returns how many there are, fewer than `most` at the end.
 */
uint32_t neighbors_list(const struct overlap *rooms, struct point point, struct nearness after,
			uint32_t most, struct nearness *list);
