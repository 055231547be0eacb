/* SPDX-License-Identifier: MIT */
#include "map/misfits.h"

#include <stdlib.h>

/* Returns the number of tiles in an area of the map that are floor or doors. */
static uint64_t count_floor(const struct map *map, struct area area)
{
	uint64_t count = 0;
	for (size_t y = area.y1; y <= area.y2; y++) {
		const char *row = map->tiles + y * map->recipe.width;
		for (size_t x = area.x1; x <= area.x2; x++)
			count += row[x] != TILE_WALL;
	}
	return count;
}

bool misfits_drop(struct map *map)
{
	/* One more, because malloc may return NULL for 0 bytes. */
	uint32_t *new_indices = malloc(((size_t)map->room_count + 1) * sizeof *new_indices);
	uint32_t kept_count = 0;
	if (!new_indices)
		return false;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const bool has_floor = count_floor(map, room_floor(map->rooms[i])) > 0;
		new_indices[i] = has_floor ? kept_count++ : NO_ROOM;
	}
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct path path = tunnel_path(map, i);
		for (uint32_t k = 0; k < path.count; k++) {
			const struct leg leg = path.legs[k];
			const uint64_t tile_count = steps_between(leg.from, leg.to) + 1;
			if (count_floor(map, area_between(leg.from, leg.to)) != tile_count)
				map->tunnels[i].from = NO_ROOM;
		}
	}
	for (uint32_t i = 0; i < map->door_count; i++)
		if (map_tile(map, map->doors[i].at) != TILE_DOOR)
			map->doors[i].room = NO_ROOM;
	map_drop_rooms(map, new_indices);
	free(new_indices);
	return true;
}
