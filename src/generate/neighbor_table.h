/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/watch.h"
#include "generate/neighbors.h"

/*
 * The nearest neighbors of every room of a map, found once and looked up often.
 *
 * Usage:
 *
 *     struct neighbor_table table = {0};
 *     neighbor_table_clear(&table);                    for each map, and after rooms were dropped
 *     neighbor_table_fill(&table, map, rooms, 8, watch);    lists up to 8 neighbors of each room
 *     for (i = 0; i < table.neighbor_count; i++)
 *             neighbor_table_get(&table, room, i);     one of them; the nearest comes first
 *     neighbor_table_free(&table);
 */
struct neighbor_table {
	uint32_t neighbor_count;  /* number of neighbors of each room; 0 if the table is empty */
	ARRAY(uint32_t, entries); /* by room: its neighbors, the nearest first */
	struct memory sort;
};

enum { NEIGHBOR_TABLE_MAX = 16 }; /* neighbors of a room, at most */

/* Empties the table and keeps its memory. */
void neighbor_table_clear(struct neighbor_table *table);

/*
 * Lists the `neighbors_max` nearest neighbors of each room, or all other rooms of a small map.
 * Does nothing if the table contains these already. `neighbors_max` is at most NEIGHBOR_TABLE_MAX,
 * and `rooms` is the index of all rooms. Reports to `watch`, which may be NULL. Returns false if
 * out of memory.
 */
bool neighbor_table_fill(struct neighbor_table *table, const struct map *map,
			 const struct overlap *rooms, uint32_t neighbors_max, struct watch *watch);

/* Returns the neighbor at `index`, which is below neighbor_count. */
static inline uint32_t neighbor_table_get(const struct neighbor_table *table, uint32_t room,
					  uint32_t index)
{
	return table->entries[(size_t)room * table->neighbor_count + index];
}

void neighbor_table_free(struct neighbor_table *table);
