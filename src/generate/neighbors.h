/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/dungeon.h"

static inline uint64_t squared_distance(struct point a, struct point b)
{
	int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
	return (uint64_t)(x * x + y * y);
}

/* How near a room is: ties of distance go to the room placed first. */
struct nearness {
	uint64_t distance; /* squared, between centers */
	uint32_t room;
};

static inline bool is_nearer(struct nearness a, struct nearness b)
{
	return a.distance < b.distance || (a.distance == b.distance && a.room < b.room);
}

/* How near room `to` is to room `from`. */
static inline struct nearness nearness_of(const struct dungeon *dungeon, uint32_t from, uint32_t to)
{
	return (struct nearness){squared_distance(room_center(dungeon->rooms[from]), room_center(dungeon->rooms[to])),
				 to};
}

struct neighbor {
	struct point center;
	uint32_t room;
};

/*
 * Finds rooms near a point, by the squared distance of their centers; ties go to the earliest room. The rooms are
 * sorted by the cells of a grid, and the cells around the point are searched.
 */
struct neighbors {
	uint32_t shift;          /* a cell is 2^shift tiles on a side */
	uint32_t columns, rows;  /* of the grid, with a border of empty cells outside the map */
	ARRAY(uint32_t, firsts); /* by cell, row by row: where its rooms begin in the list; then where the list ends */
	ARRAY(struct neighbor, list);    /* in the order of cells */
	ARRAY(struct nearness, nearest); /* for neighbors_list */
};

/*
 * Indexes the first `count` rooms of the dungeon, for lists of up to `most` neighbors. Returns false if out of memory.
 */
bool neighbors_index(struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t count, uint32_t most);

/* Returns the room nearest to the center of room `end`, of those indexed before it; UINT32_MAX if there are none. */
uint32_t neighbors_nearest(const struct neighbors *neighbors, struct point center, uint32_t end);

/*
 * Lists the other rooms by their nearness to `room`, the nearest first. Sets `list` to the next `most` that come after
 * `after`; they begin with the nearest if that is `room` itself. Returns how many there are, fewer than `most` at the
 * end.
 */
uint32_t neighbors_list(const struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t room,
			struct nearness after, uint32_t most, uint32_t *list);

/*
 * Changes where each tunnel starts, to the nearest room placed before the one it leads to. Tunnel i leads to room i +
 * 1, before and after. Replaces the index. Returns false if out of memory.
 */
bool neighbors_connect(struct neighbors *neighbors, struct dungeon *dungeon);

void neighbors_free(struct neighbors *neighbors);
