/* SPDX-License-Identifier: MIT */
#include "generate/doors.h"

#include <string.h>

/*
 * Adds a doorway. The tile on its outer side, `outside`, may be a doorway of another room. No other
 * one can share an edge with this one, and it was found before.
 */
static bool add(struct doors *doors, struct map *map, struct point at, struct point outside,
		uint32_t room)
{
	uint32_t beside = doors->newest[outside.x];
	if (beside > 0) {
		struct door *other = &map->doors[beside - 1];
		if (other->at.y == outside.y) {
			if (other->room < room)
				return true;
			other->room = NO_ROOM; /* it yields */
		}
	}
	if (!map_add_door(map, at, room))
		return false;
	doors->newest[at.x] = map->door_count;
	return true;
}

/*
 * Finds the doorways of a room in a row that its rectangle crosses, from left to right. A doorway
 * is floor in the room's wall between two tiles of wall. A tunnel passes through it: if one ended
 * or bent there, the wall beside it would be floor. So the tiles on its inner and outer side are
 * floor without a check. The edge of the map is wall, so a doorway has tiles on every side.
 */
static bool look_at_room(struct doors *doors, struct map *map, uint32_t index)
{
	const struct area room = map->rooms[index];
	const uint32_t y = doors->y;
	/*
	 * The row has the upper or lower wall, without its corners, or else a tile of the left and
	 * of the right one.
	 */
	const bool along = y == room.y1 || y == room.y2;
	const uint32_t step = along ? 1 : room.x2 - room.x1;
	const char *here = doors->here, *before = along ? here : doors->above,
		   *after = along ? here : doors->below;
	for (uint32_t x = room.x1 + along; x <= room.x2 - along; x += step) {
		if (!here[x] || before[x - along] || after[x + along])
			continue;
		struct point outside = {x - (x == room.x1) + (x == room.x2),
					y - (y == room.y1) + (y == room.y2)};
		if (!add(doors, map, (struct point){x, y}, outside, index))
			return false;
	}
	return true;
}

/* Finds the doorways in the current row. */
static bool look_at_row(struct doors *doors, struct map *map)
{
	uint32_t *active = doors->active;
	while (doors->next_room < map->room_count &&
	       map->rooms[doors->order[doors->next_room]].y1 == doors->y)
		active[doors->active_count++] = doors->order[doors->next_room++];
	for (uint32_t i = 0; i < doors->active_count;) {
		uint32_t index = active[i];
		if (!look_at_room(doors, map, index))
			return false;
		if (map->rooms[index].y2 == doors->y)
			active[i] = active[--doors->active_count];
		else
			i++;
	}
	return true;
}

/*
 * Looks at each row as soon as the one below it is known, so that doorways are found from top to
 * bottom.
 */
static bool sweep(struct doors *doors, struct map *map)
{
	const size_t width = map->recipe.width;
	const char *row;
	doors->above = doors->tiles;
	doors->here = doors->above + width;
	doors->below = doors->here + width;
	/* The map's edge is wall, so its first and last rows have no doorway. */
	for (uint32_t y = 0; (row = rows_next(&doors->rows)); y++) {
		char *oldest = doors->above;
		doors->above = doors->here;
		doors->here = doors->below;
		doors->below = memcpy(oldest, row, width);
		if (y == 0)
			continue;
		doors->y = y - 1;
		if (!look_at_row(doors, map))
			return false;
	}
	return true;
}

bool doors_place(struct doors *doors, struct map *map, struct watch *watch)
{
	static const struct row_bytes bytes = {.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1},
					       .end = ""};
	const struct recipe *recipe = &map->recipe;
	uint32_t count = map->room_count;
	doors->order = sort_indices(&doors->sort, count, recipe->height, map_area_row, map);
	if (!doors->order || !array_reserve(doors, tiles, (uint64_t)recipe->width * 3) ||
	    !array_reserve(doors, newest, recipe->width) || !array_reserve(doors, active, count) ||
	    !rows_start(&doors->rows, map, &bytes, watch))
		return false;
	memset(doors->newest, 0, recipe->width * sizeof *doors->newest);
	doors->next_room = 0;
	doors->active_count = 0;
	if (!sweep(doors, map))
		return false;
	map_settle_doors(map);
	return true;
}

void doors_free(struct doors *doors)
{
	rows_free(&doors->rows);
	memory_free(&doors->sort);
	array_free(doors, tiles);
	array_free(doors, newest);
	array_free(doors, active);
}
