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
 *     count = neighbors_list(&room_overlap, center, after, 8, list);    the nearest other rooms
 *     after = list[count - 1];
 *     count = neighbors_list(&room_overlap, center, after, 8, list);    the rooms that follow them
 *
 * A table finds the nearest neighbors of every room once, to look them up often:
 *
 *     struct neighbor_table table = {0};
 *     neighbor_table_clear(&table);             for each map, and after rooms were dropped
 *     neighbor_table_fill(&table, map, 8);      lists up to 8 neighbors of each room
 *     for (i = 0; i < table.neighbor_count; i++)
 *             neighbor_table_get(&table, room, i);     one of them; the nearest comes first
 *     neighbor_table_free(&table);
 */

/* The nearness of a room to a point. Of rooms at the same distance, an earlier room is nearer. */
struct nearness {
	uint64_t distance; /* between the point and the center of the room, squared */
	uint32_t room;     /* index of the room */
};

/* Returns the nearness to a point of the room with a center and an index. */
static inline struct nearness nearness_of(struct point center, uint32_t index, struct point point)
{
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
 * of them, which is at least 1. `room_overlap` has all rooms. Returns the number of rooms in
 * the list. It is below list_max if no more rooms follow.
 */
uint32_t neighbors_list(const struct overlap *room_overlap, struct point point,
			struct nearness after, uint32_t list_max, struct nearness *list);

/* Where a room is. */
struct room_place {
	struct point center;
	uint32_t room; /* index of the room */
};

/* The nearest neighbors of every room of a map. */
struct neighbor_table {
	uint32_t neighbor_count;  /* number of neighbors of each room that were requested last */
	uint32_t listed_count;    /* number of neighbors listed, as many or more; 0 if empty */
	ARRAY(uint32_t, entries); /* by room: its neighbors, the nearest first */

	/* The rooms by the cell of a grid that contains their center, to find those in a square. */
	ARRAY(struct room_place, places); /* by cell, row by row */
	ARRAY(uint32_t, starts); /* by cell: index of its first place; then the number of places */
	size_t columns;          /* number of cells side by side */
	uint32_t shift;          /* a cell is 2^shift tiles wide and high */
};

enum { NEIGHBOR_TABLE_MAX = 16 }; /* neighbors of a room, at most */

/* Empties the table and keeps its memory. */
void neighbor_table_clear(struct neighbor_table *table);

/*
 * Lists the `neighbors_max` nearest neighbors of each room, or all other rooms of a small map.
 * Keeps a table that lists them already, even if it lists more. `neighbors_max` is at most
 * NEIGHBOR_TABLE_MAX. Returns false if out of memory.
 */
bool neighbor_table_fill(struct neighbor_table *table, const struct map *map,
			 uint32_t neighbors_max);

/* Returns the neighbor at `index`, which is below neighbor_count. */
static inline uint32_t neighbor_table_get(const struct neighbor_table *table, uint32_t room,
					  uint32_t index)
{
	return table->entries[(size_t)room * table->listed_count + index];
}

void neighbor_table_free(struct neighbor_table *table);
