/* SPDX-License-Identifier: MIT */
#include "map/misfits.h"

#include <stdlib.h>
#include <string.h>

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

/* Drops rooms. Stores, by old index, the new index of each room, or NO_ROOM. */
static void drop_rooms(struct map *map, uint32_t *new_indices)
{
	uint32_t kept_count = 0;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area room = map->rooms[i];
		new_indices[i] = NO_ROOM;
		if (count_floor(map, room_floor(room)) == 0)
			continue;
		new_indices[i] = kept_count;
		map->rooms[kept_count++] = room;
	}
	map->room_count = kept_count;
}

/* Returns whether all tiles on a path are floor. */
static bool is_floor(const struct map *map, struct path path)
{
	for (uint32_t i = 0; i < path.count; i++) {
		const struct area tiles = area_between(path.legs[i].from, path.legs[i].to);
		const uint64_t tile_count = (uint64_t)area_width(tiles) * area_height(tiles);
		if (count_floor(map, tiles) != tile_count)
			return false;
	}
	return true;
}

static void drop_tunnels(struct map *map, const uint32_t *new_indices)
{
	uint32_t kept_count = 0;
	uint32_t kept_legs = 0;
	uint32_t legs_begin = 0; /* index of the first leg of the tunnel in the file */
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		struct tunnel tunnel = map->tunnels[i];
		const struct path path = {
			.legs = map->legs + legs_begin,
			.count = tunnel.legs_end - legs_begin,
		};
		legs_begin = tunnel.legs_end;
		tunnel.from = new_indices[tunnel.from];
		tunnel.to = new_indices[tunnel.to];
		if (tunnel.from == NO_ROOM || tunnel.to == NO_ROOM || !is_floor(map, path))
			continue;
		memmove(map->legs + kept_legs, path.legs, path.count * sizeof *map->legs);
		kept_legs += path.count;
		tunnel.legs_end = kept_legs;
		map->tunnels[kept_count++] = tunnel;
	}
	map->tunnel_count = kept_count;
	map->leg_count = kept_legs;
}

static void drop_doors(struct map *map, const uint32_t *new_indices)
{
	uint32_t kept_count = 0;
	for (uint32_t i = 0; i < map->door_count; i++) {
		struct door door = map->doors[i];
		door.room = new_indices[door.room];
		if (door.room != NO_ROOM && map_tile(map, door.at) == TILE_DOOR)
			map->doors[kept_count++] = door;
	}
	map->door_count = kept_count;
}

bool misfits_drop(struct misfits *misfits, struct map *map)
{
	/* One more, because malloc may return NULL for 0 bytes. */
	uint32_t *new_indices = malloc(((size_t)map->room_count + 1) * sizeof *new_indices);
	if (!new_indices)
		return false;
	*misfits = (struct misfits){map->room_count, map->tunnel_count, map->door_count};
	drop_rooms(map, new_indices);
	drop_tunnels(map, new_indices);
	drop_doors(map, new_indices);
	misfits->room_count -= map->room_count;
	misfits->tunnel_count -= map->tunnel_count;
	misfits->door_count -= map->door_count;
	free(new_indices);
	return true;
}
