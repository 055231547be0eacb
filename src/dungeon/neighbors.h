/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_NEIGHBORS_H
#define DUNGEN_NEIGHBORS_H

#include "dungeon/dungeon.h"

static inline uint64_t squared_distance(struct point a, struct point b)
{
	int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
	return (uint64_t)(x * x + y * y);
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
	ARRAY(struct neighbor, list); /* in the order of cells */
};

/* Indexes the first `count` rooms of the dungeon. Returns false if out of memory. */
bool neighbors_index(struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t count);

/* Returns the room nearest to `point` of those indexed before room `end`, or UINT32_MAX if there is none. */
uint32_t neighbors_nearest(const struct neighbors *neighbors, struct point point, uint32_t end);

enum { NEIGHBORS_MOST = 16 };

/*
 * Lists the other rooms by their distance from `room`, the nearest first, ties in the order of placement. Sets `list`
 * to the next `most`, up to NEIGHBORS_MOST, that come after room `last`; they begin with the nearest if `last` is
 * `room`. Returns how many there are, fewer than `most` at the end.
 */
uint32_t neighbors_list(const struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t room, uint32_t last,
			uint32_t most, uint32_t *list);

/*
 * Changes where each tunnel starts, to the nearest room placed before the one it leads to. Tunnel i leads to room i +
 * 1, before and after. Replaces the index. Returns false if out of memory.
 */
bool neighbors_connect(struct neighbors *neighbors, struct dungeon *dungeon);

void neighbors_free(struct neighbors *neighbors);

#endif
