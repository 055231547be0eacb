/* SPDX-License-Identifier: MIT */
#include "generate/doors.h"

#include <string.h>

/* Returns the door at a tile, or NULL. Only finds a door that is the newest of its column. */
static struct door *find_newest_door(const struct doors *doors, struct map *map, struct point at)
{
	const uint32_t number = doors->newest_doors[at.x];
	if (number == 0 || map->doors[number - 1].at.y != at.y)
		return NULL;
	return &map->doors[number - 1];
}

/*
 * Adds the door of a doorway. `outside` is the tile on its outer side, which can be the doorway of
 * another room. If that doorway has a door already, only the door of the earlier room stays. If the
 * pass reaches that doorway later, it finds this door in the same way. No third doorway can share
 * an edge with these two. Returns false if out of memory.
 */
static bool add_door(struct doors *doors, struct map *map, struct point at, struct point outside,
		     uint32_t room)
{
	struct door *neighbor = find_newest_door(doors, map, outside);
	if (neighbor && neighbor->room < room)
		return true;
	if (neighbor)
		neighbor->room = NO_ROOM;
	if (!map_add_door(map, at, room))
		return false;
	doors->newest_doors[at.x] = map->door_count;
	return true;
}

/*
 * Returns whether a floor tile in the wall of a room is a doorway, that is, whether it has wall on
 * both sides along the edge. A tunnel passes through it: if a tunnel ended or bent there, the wall
 * next to the tile would be floor. So the tiles on its inner and outer side are floor without a
 * check. The edge of the map is wall, so a doorway has tiles on every side.
 */
static bool is_doorway(const struct doors *doors, uint32_t x, bool is_along_row)
{
	if (!doors->current[x])
		return false;
	if (is_along_row)
		return !doors->current[x - 1] && !doors->current[x + 1];
	return !doors->above[x] && !doors->below[x];
}

/* Returns the tile on the outer side of a tile in the wall of a room. */
static struct point tile_outside(struct area room, struct point at)
{
	return (struct point){
		.x = at.x - (at.x == room.x1) + (at.x == room.x2),
		.y = at.y - (at.y == room.y1) + (at.y == room.y2),
	};
}

/*
 * Adds the doors of a room in the current row, which its rectangle crosses, from left to right.
 * Returns false if out of memory.
 */
static bool add_doors_of_room(struct doors *doors, struct map *map, uint32_t index)
{
	const struct area room = map->rooms[index];
	const uint32_t y = doors->y;
	const bool is_along_row = y == room.y1 || y == room.y2;
	/* The left and the right wall, or the tiles of the upper or lower wall between the corners.
	 */
	uint32_t first = room.x1;
	uint32_t last = room.x2;
	uint32_t step = room.x2 - room.x1;
	if (is_along_row) {
		first++;
		last--;
		step = 1;
	}
	for (uint32_t x = first; x <= last; x += step) {
		if (!is_doorway(doors, x, is_along_row))
			continue;
		const struct point at = {x, y};
		if (!add_door(doors, map, at, tile_outside(room, at), index))
			return false;
	}
	return true;
}

/* Adds the rooms whose rectangles begin in the current row to the active rooms. */
static void begin_rooms(struct doors *doors, const struct map *map)
{
	while (doors->next_room < map->room_count) {
		const uint32_t room = doors->room_order[doors->next_room];
		if (map->rooms[room].y1 != doors->y)
			return;
		doors->active_rooms[doors->active_count++] = room;
		doors->next_room++;
	}
}

/* Adds all doors in the current row. Returns false if out of memory. */
static bool add_doors_of_row(struct doors *doors, struct map *map)
{
	uint32_t *active = doors->active_rooms;
	uint32_t i = 0;
	begin_rooms(doors, map);
	while (i < doors->active_count) {
		const uint32_t room = active[i];
		if (!add_doors_of_room(doors, map, room))
			return false;
		const bool is_last_row = map->rooms[room].y2 == doors->y;
		if (is_last_row)
			active[i] = active[--doors->active_count];
		else
			i++;
	}
	return true;
}

/* Adds all doors, from top to bottom. Returns false if out of memory. */
static bool add_all_doors(struct doors *doors, struct map *map)
{
	const size_t width = map->recipe.width;
	char *above = doors->tiles;
	char *current = above + width;
	char *below = current + width;
	const char *row;
	/*
	 * Each row is looked at when the row below it is known. The first row needs no row above
	 * it, and the last row is not looked at: the edge of the map is wall, and has no doorways.
	 */
	for (uint32_t y = 0; (row = rows_next(&doors->rows)); y++) {
		char *oldest = above;
		above = current;
		current = below;
		below = memcpy(oldest, row, width);
		if (y == 0)
			continue;
		doors->above = above;
		doors->current = current;
		doors->below = below;
		doors->y = y - 1;
		if (!add_doors_of_row(doors, map))
			return false;
	}
	return true;
}

/* Starts with the first row of a map. Returns false if out of memory. */
static bool start_map(struct doors *doors, const struct map *map)
{
	static const struct row_bytes bytes = {
		.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1},
		.end = "",
	};
	const struct recipe *recipe = &map->recipe;
	const uint32_t room_count = map->room_count;
	/* By the first rows of their floors, which are one row below their upper walls. */
	doors->room_order = sort_indices(&doors->sort, room_count, recipe->height, map_area_row,
					 map);
	if (!doors->room_order)
		return false;
	if (!array_reserve(doors, tiles, (uint64_t)recipe->width * 3))
		return false;
	if (!array_reserve(doors, newest_doors, recipe->width))
		return false;
	if (!array_reserve(doors, active_rooms, room_count))
		return false;
	memset(doors->newest_doors, 0, recipe->width * sizeof *doors->newest_doors);
	doors->next_room = 0;
	doors->active_count = 0;
	return rows_start(&doors->rows, map, &bytes);
}

bool doors_place(struct doors *doors, struct map *map)
{
	if (!start_map(doors, map))
		return false;
	if (!add_all_doors(doors, map))
		return false;
	map_sort_doors(map);
	return true;
}

void doors_free(struct doors *doors)
{
	rows_free(&doors->rows);
	memory_free(&doors->sort);
	array_free(doors, tiles);
	array_free(doors, newest_doors);
	array_free(doors, active_rooms);
}
