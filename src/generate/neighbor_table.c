/* SPDX-License-Identifier: MIT */
#include "generate/neighbor_table.h"

void neighbor_table_clear(struct neighbor_table *table)
{
	table->neighbor_count = 0;
}

/* Lists the neighbors of a room in its part of the table. */
static void list_neighbors(struct neighbor_table *table, const struct map *map,
			   const struct overlap *rooms, uint32_t room)
{
	struct nearness neighbors[NEIGHBOR_TABLE_MAX];
	const uint32_t count = table->neighbor_count;
	const struct point center = room_center(map->rooms[room]);
	const struct nearness room_itself = {.distance = 0, .room = room};
	uint32_t *entries = table->entries + (size_t)room * count;
	neighbors_list(rooms, center, room_itself, count, neighbors);
	for (uint32_t i = 0; i < count; i++)
		entries[i] = neighbors[i].room;
}

bool neighbor_table_fill(struct neighbor_table *table, const struct map *map,
			 const struct overlap *rooms, uint32_t neighbors_max, struct watch *watch)
{
	const uint32_t room_count = map->room_count;
	const uint32_t neighbor_count = lesser(neighbors_max, room_count - 1);
	if (table->neighbor_count == neighbor_count)
		return true;
	/* From top to bottom, because the cache then contains the rooms nearby. */
	const uint32_t *order = sort_indices(&table->sort, room_count, map->recipe.height,
					     map_area_row, map);
	if (!order)
		return false;
	if (!array_reserve(table, entries, (uint64_t)room_count * neighbor_count))
		return false;
	table->neighbor_count = neighbor_count;
	for (uint32_t i = 0; i < room_count; i++) {
		watch_work(watch, 2, "lists of neighbors", i, room_count);
		list_neighbors(table, map, rooms, order[i]);
	}
	return true;
}

void neighbor_table_free(struct neighbor_table *table)
{
	array_free(table, entries);
	memory_free(&table->sort);
}
