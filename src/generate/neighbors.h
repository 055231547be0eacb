/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"

/*
 * Lists the rooms near a point, the nearest first.
 *
 * Usage:
 *
 *     struct nearness after = {.distance = 0, .room = room};
 *     struct nearness list[8];
 *     count = neighbors_list(&rooms, center, after, 8, list);    the nearest other rooms
 *     after = list[count - 1];
 *     count = neighbors_list(&rooms, center, after, 8, list);    the rooms that follow them
 */

/* The nearness of a room to a point. Of rooms at the same distance, an earlier room is nearer. */
struct nearness {
	uint64_t distance; /* between the point and the center of the room, squared */
	uint32_t room;     /* index of the room */
};

/* Returns the nearness of a room with an index to a point. */
static inline struct nearness nearness_of(struct area room, uint32_t index, struct point point)
{
	const struct point center = room_center(room);
	const int64_t x = (int64_t)center.x - point.x;
	const int64_t y = (int64_t)center.y - point.y;
	return (struct nearness){
		.distance = (uint64_t)(x * x + y * y),
		.room = index,
	};
}

static inline bool is_nearer(struct nearness a, struct nearness b)
{
	if (a.distance != b.distance)
		return a.distance < b.distance;
	return a.room < b.room;
}

/*
 * Lists the rooms that follow `after` in the order of their nearness to a point, at most `list_max`
 * of them, which is at least 1. `rooms` is the index of the rooms. Returns the number of rooms in
 * the list. It is below list_max if no more rooms follow.
 */
uint32_t neighbors_list(const struct overlap *rooms, struct point point, struct nearness after,
			uint32_t list_max, struct nearness *list);
