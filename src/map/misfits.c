/* SPDX-License-Identifier: MIT */
#include "map/misfits.h"

#include <string.h>

/* Fills the summed-area table. Doors count as floor. Returns false if out of memory. */
static bool sum_floor(struct misfits *misfits, const struct map *map)
{
	const size_t width = map->recipe.width;
	const size_t stride = width + 1;
	const uint64_t row_count = (uint64_t)map->recipe.height + 1;
	if (!array_reserve(misfits, floor_sums, row_count * stride))
		return false;
	memset(misfits->floor_sums, 0, stride * sizeof *misfits->floor_sums);
	for (uint32_t y = 0; y < map->recipe.height; y++) {
		const char *tiles = map->tiles + y * width;
		const uint32_t *above = misfits->floor_sums + y * stride;
		uint32_t *sums = misfits->floor_sums + (y + 1) * stride;
		uint32_t floor_in_row = 0;
		sums[0] = 0;
		for (size_t x = 0; x < width; x++) {
			if (tiles[x] != TILE_WALL)
				floor_in_row++;
			sums[x + 1] = above[x + 1] + floor_in_row;
		}
	}
	return true;
}

/* Returns the number of floor tiles in an area of the map. */
static uint32_t count_floor(const struct misfits *misfits, const struct map *map, struct area area)
{
	const size_t stride = (size_t)map->recipe.width + 1;
	const uint32_t *above = misfits->floor_sums + area.y1 * stride;
	const uint32_t *last = misfits->floor_sums + (area.y2 + (size_t)1) * stride;
	const uint32_t count_to_last_row = last[area.x2 + 1] - last[area.x1];
	const uint32_t count_above = above[area.x2 + 1] - above[area.x1];
	return count_to_last_row - count_above;
}

/* Drops the rooms without floor. Returns false if out of memory. */
static bool drop_rooms(struct misfits *misfits, struct map *map)
{
	uint32_t kept_count = 0;
	if (!array_reserve(misfits, room_indices, (uint64_t)map->room_count + 1))
		return false;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area room = map->rooms[i];
		misfits->room_indices[i] = NO_ROOM;
		if (count_floor(misfits, map, room_floor(room)) == 0)
			continue;
		misfits->room_indices[i] = kept_count;
		map->rooms[kept_count++] = room;
	}
	misfits->room_count = map->room_count - kept_count;
	map->room_count = kept_count;
	return true;
}

/* Returns whether all tiles on a path are floor. */
static bool is_floor(const struct misfits *misfits, const struct map *map, struct path path)
{
	for (uint32_t i = 0; i < path.count; i++) {
		const struct area tiles = area_between(path.legs[i].from, path.legs[i].to);
		const uint64_t tile_count = (uint64_t)area_width(tiles) * area_height(tiles);
		if (count_floor(misfits, map, tiles) != tile_count)
			return false;
	}
	return true;
}

static void drop_tunnels(struct misfits *misfits, struct map *map)
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
		tunnel.from = misfits->room_indices[tunnel.from];
		tunnel.to = misfits->room_indices[tunnel.to];
		if (tunnel.from == NO_ROOM || tunnel.to == NO_ROOM || !is_floor(misfits, map, path))
			continue;
		memmove(map->legs + kept_legs, path.legs, path.count * sizeof *map->legs);
		kept_legs += path.count;
		tunnel.legs_end = kept_legs;
		map->tunnels[kept_count++] = tunnel;
	}
	misfits->tunnel_count = map->tunnel_count - kept_count;
	map->tunnel_count = kept_count;
	map->leg_count = kept_legs;
}

static void drop_doors(struct misfits *misfits, struct map *map)
{
	uint32_t kept_count = 0;
	for (uint32_t i = 0; i < map->door_count; i++) {
		struct door door = map->doors[i];
		const size_t tile = (size_t)door.at.y * map->recipe.width + door.at.x;
		door.room = misfits->room_indices[door.room];
		if (door.room != NO_ROOM && map->tiles[tile] == TILE_DOOR)
			map->doors[kept_count++] = door;
	}
	misfits->door_count = map->door_count - kept_count;
	map->door_count = kept_count;
}

bool misfits_drop(struct misfits *misfits, struct map *map)
{
	struct recipe *recipe = &map->recipe;
	if (!sum_floor(misfits, map) || !drop_rooms(misfits, map))
		return false;
	drop_tunnels(misfits, map);
	drop_doors(misfits, map);
	misfits->include_options = recipe->algorithm != NULL;
	misfits->include_exit_distance = recipe->exit == EXIT_FARTHEST;
	recipe->algorithm = NULL;
	recipe->rng = NULL;
	recipe->parameters = NULL;
	recipe->parameter_count = 0;
	recipe->exit = EXIT_LAST;
	return true;
}

void misfits_free(struct misfits *misfits)
{
	array_free(misfits, room_indices);
	array_free(misfits, floor_sums);
}
