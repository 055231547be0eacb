/* SPDX-License-Identifier: MIT */
#include "map/map.h"

#include <string.h>

const char *const tile_names[TILE_KINDS] = {"wall", "floor", "door"};
const char *const mark_names[MARK_KINDS] = {[MARK_SPAWN] = "spawn", [MARK_EXIT] = "exit"};

void map_start(struct map *map, const struct recipe *recipe)
{
	map->recipe = *recipe;
	map->room_count = 0;
	map->tunnel_count = 0;
	map->leg_count = 0;
	map->door_count = 0;
	map->lock_count = 0;
	map->attempt_count = 0;
	map->wing_count = 0;
	map->distance_count = 0;
	map->lacks = 0;
	map->stores_tiles = false;
	map->exit_distance_is_walked = false;
	memset(map->marks, 0, sizeof map->marks);
	memset(map->keys, 0, sizeof map->keys);
}

bool map_dig_through(struct map *map)
{
	if (!array_reserve(map, legs, (uint64_t)map->tunnel_count * THROUGH_LEGS))
		return false;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		struct tunnel *tunnel = &map->tunnels[i];
		const struct point from = room_center(map->rooms[tunnel->from]);
		const struct point to = room_center(map->rooms[tunnel->to]);
		const struct point bend = tunnel->row_first ? (struct point){to.x, from.y}
							    : (struct point){from.x, to.y};
		const bool is_straight = from.x == to.x || from.y == to.y;
		if (is_straight) {
			map->legs[map->leg_count++] = (struct leg){from, to};
		} else {
			map->legs[map->leg_count++] = (struct leg){from, bend};
			map->legs[map->leg_count++] = (struct leg){bend, to};
		}
		tunnel->legs_end = map->leg_count;
	}
	return true;
}

bool map_find_wings(struct map *map)
{
	map->wing_count = 0;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct tunnel tunnel = map->tunnels[i];
		const struct area room = map->rooms[tunnel.from];
		const struct area floor = room_floor(map->rooms[tunnel.to]);
		/* The floor of a wing is beside that of its room, on the wall of the room. */
		if (tunnel.from >= tunnel.to || !areas_meet(room, floor))
			continue;
		if (map->wing_count == 0) {
			if (!array_reserve(map, wing_of, map->room_count))
				return false;
			memset(map->wing_of, 0xff, map->room_count * sizeof *map->wing_of);
		}
		/* A loop can join the same rooms once more. */
		if (map->wing_of[tunnel.to] == NO_ROOM)
			map->wing_count++;
		map->wing_of[tunnel.to] = tunnel.from;
	}
	return true;
}

/* Compares doors for qsort: by room, then by row, then by column. */
static int compare_doors(const void *first, const void *second)
{
	const struct door *a = first;
	const struct door *b = second;
	if (a->room != b->room)
		return a->room < b->room ? -1 : 1;
	if (a->at.y != b->at.y)
		return a->at.y < b->at.y ? -1 : 1;
	return (a->at.x > b->at.x) - (a->at.x < b->at.x);
}

void map_sort_doors(struct map *map)
{
	/* Without doors there may be no array. */
	if (map->door_count > 0)
		qsort(map->doors, map->door_count, sizeof *map->doors, compare_doors);
}

void map_drop_rooms(struct map *map, const uint32_t *new_indices)
{
	uint32_t room_count = 0;
	for (uint32_t i = 0; i < map->room_count; i++)
		if (new_indices[i] != NO_ROOM)
			map->rooms[room_count++] = map->rooms[i];
	uint32_t tunnel_count = 0;
	uint32_t leg_count = 0;
	uint32_t legs_begin = 0; /* index of the first leg of the old tunnel */
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		struct tunnel tunnel = map->tunnels[i];
		const uint32_t legs_end = tunnel.legs_end;
		if (tunnel.from != NO_ROOM)
			tunnel.from = new_indices[tunnel.from];
		tunnel.to = new_indices[tunnel.to];
		if (tunnel.from != NO_ROOM && tunnel.to != NO_ROOM) {
			for (uint32_t leg = legs_begin; leg < legs_end; leg++)
				map->legs[leg_count++] = map->legs[leg];
			tunnel.legs_end = leg_count;
			map->tunnels[tunnel_count++] = tunnel;
		}
		legs_begin = legs_end;
	}
	uint32_t door_count = 0;
	for (uint32_t i = 0; i < map->door_count; i++) {
		struct door door = map->doors[i];
		if (door.room != NO_ROOM)
			door.room = new_indices[door.room];
		if (door.room != NO_ROOM)
			map->doors[door_count++] = door;
	}
	map->room_count = room_count;
	map->tunnel_count = tunnel_count;
	map->leg_count = leg_count;
	map->door_count = door_count;
}

uint32_t map_area_row(const void *map, uint32_t index)
{
	return map_area(map, index).y1;
}

uint32_t map_door_row(const void *map, uint32_t index)
{
	return ((const struct map *)map)->doors[index].at.y;
}

uint32_t map_room_at(const struct map *map, struct point at)
{
	for (uint32_t i = 0; i < map->room_count; i++)
		if (areas_meet(room_floor(map->rooms[i]), area_between(at, at)))
			return i;
	return NO_ROOM;
}

enum tile map_tile(const struct map *map, struct point at)
{
	if (map->stores_tiles)
		return (enum tile)map->tiles[(size_t)at.y * map->recipe.width + at.x];
	for (uint32_t i = 0; i < map->door_count; i++)
		if (points_are_equal(map->doors[i].at, at))
			return TILE_DOOR;
	for (uint32_t i = 0; i < map_area_count(map); i++)
		if (areas_meet(map_area(map, i), area_between(at, at)))
			return TILE_FLOOR;
	return TILE_WALL;
}

bool map_has_secrets(const struct map *map)
{
	uint32_t i = 0;
	while (i < map->door_count && !map->doors[i].is_secret)
		i++;
	return i < map->door_count;
}

void map_free(struct map *map)
{
	array_free(map, rooms);
	array_free(map, tunnels);
	array_free(map, legs);
	array_free(map, doors);
	array_free(map, attempts);
	array_free(map, wing_of);
	array_free(map, distances);
	array_free(map, tiles);
	*map = (struct map){0};
}
