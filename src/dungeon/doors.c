/* SPDX-License-Identifier: MIT */
#include "dungeon/doors.h"

#include "dungeon/memory.h"
#include "dungeon/sort.h"

#include <stdlib.h>
#include <string.h>

/* A doorway that had to yield to one beside it belongs to no room. */
static const uint32_t NO_ROOM = UINT32_MAX;

/* The tiles of a row and of the ones above and below it, which the map's edge has none of: there is no doorway there.
 */
struct view {
	const char *above, *here, *below;
	uint32_t y;
};

static bool is_floor(char tile)
{
	return tile != tile_glyphs[TILE_WALL].bytes[0];
}

static uint32_t room_top(const void *dungeon, uint32_t index)
{
	return ((const struct dungeon *)dungeon)->rooms[index].y1;
}

static uint32_t door_room(const void *dungeon, uint32_t index)
{
	return ((const struct dungeon *)dungeon)->doors[index].room;
}

/*
 * Adds a doorway whose outer side is the tile at (x, y) `outside`. The tile there may be a doorway too, which is of
 * another room; then it is the only other one that shares an edge with this one, and it was found before.
 */
static bool add(struct doors *doors, struct dungeon *dungeon, struct point at, struct point outside, uint32_t room)
{
	uint32_t beside = doors->newest[outside.x];
	if (beside > 0) {
		struct door *other = &dungeon->doors[beside - 1];
		if (other->at.y == outside.y) {
			if (other->room < room)
				return true;
			other->room = NO_ROOM;
		}
	}
	if (!dungeon_add_door(dungeon, at, room))
		return false;
	doors->newest[at.x] = dungeon->door_count;
	return true;
}

/*
 * A doorway is floor in a room's wall between two tiles of wall: a tunnel goes through there. It neither ends nor bends
 * on that tile, or the wall beside it would be floor, so the tiles on both sides of the doorway need no check.
 */

/* Finds the doorways of the room's upper or lower wall; `outer` is the row on its other side. */
static bool look_along(struct doors *doors, struct dungeon *dungeon, const struct view *view, uint32_t index,
		       uint32_t outer)
{
	const struct room *room = &dungeon->rooms[index];
	const char *here = view->here;
	for (uint32_t x = room->x1 + 1; x < room->x2; x++)
		if (is_floor(here[x]) && !is_floor(here[x - 1]) && !is_floor(here[x + 1]) &&
		    !add(doors, dungeon, (struct point){x, view->y}, (struct point){x, outer}, index))
			return false;
	return true;
}

/* Finds a doorway in this row of the room's left or right wall, which is at column x; `outer` is beside it. */
static bool look_across(struct doors *doors, struct dungeon *dungeon, const struct view *view, uint32_t index,
			uint32_t x, uint32_t outer)
{
	return !is_floor(view->here[x]) || is_floor(view->above[x]) || is_floor(view->below[x]) ||
	       add(doors, dungeon, (struct point){x, view->y}, (struct point){outer, view->y}, index);
}

/* Finds the doorways of a room in a row that its rectangle crosses, from left to right. */
static bool look_at_room(struct doors *doors, struct dungeon *dungeon, const struct view *view, uint32_t index)
{
	const struct room *room = &dungeon->rooms[index];
	/* On the map's edge all is wall. */
	if (view->y == room->y1)
		return view->y == 0 || look_along(doors, dungeon, view, index, view->y - 1);
	if (view->y == room->y2)
		return view->y == dungeon->recipe.height - 1 || look_along(doors, dungeon, view, index, view->y + 1);
	return (room->x1 == 0 || look_across(doors, dungeon, view, index, room->x1, room->x1 - 1)) &&
	       (room->x2 == dungeon->recipe.width - 1 ||
		look_across(doors, dungeon, view, index, room->x2, room->x2 + 1));
}

/* Looks at all rows; `order` are the rooms by their upper walls. The doorways found are from top to bottom. */
static bool sweep(struct doors *doors, struct dungeon *dungeon, const uint32_t *order)
{
	size_t width = dungeon->recipe.width;
	uint32_t active_count = 0, next_room = 0, times, y = 0;
	char *rows[3] = {doors->tiles, doors->tiles + width, doors->tiles + 2 * width};
	const char *row = row_reader_next(&doors->reader, &times);
	memcpy(rows[2], row, width);
	while (row) {
		/* The first of the rows that are the same comes after another, and the last before another. */
		char *above = rows[0];
		rows[0] = rows[1];
		rows[1] = rows[2];
		rows[2] = above;
		uint32_t end = y + times;
		row = row_reader_next(&doors->reader, &times);
		if (row)
			memcpy(rows[2], row, width);
		for (uint32_t first = y; y < end; y++) {
			while (next_room < dungeon->room_count && dungeon->rooms[order[next_room]].y1 == y)
				doors->active[active_count++] = order[next_room++];
			struct view view = {y == first ? rows[0] : rows[1], rows[1], y + 1 == end ? rows[2] : rows[1],
					    y};
			for (uint32_t i = 0; i < active_count;) {
				uint32_t index = doors->active[i];
				if (!look_at_room(doors, dungeon, &view, index))
					return false;
				if (dungeon->rooms[index].y2 == y)
					doors->active[i] = doors->active[--active_count];
				else
					i++;
			}
		}
	}
	return true;
}

/* Takes out the doorways that yielded, and puts those that are left in the order of their rooms. */
bool doors_order(struct dungeon *dungeon)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		if (dungeon->doors[i].room != NO_ROOM)
			dungeon->doors[count++] = dungeon->doors[i];
	dungeon->door_count = count;
	uint32_t most_rooms = recipe_most_rooms(&dungeon->recipe);
	if (!memory_reserve(&dungeon->door_memory, &dungeon->door_memory_capacity,
			    sort_memory(count, dungeon->room_count), sizeof *dungeon->door_memory,
			    sort_memory((uint64_t)most_rooms * DOORS_PER_ROOM, most_rooms)))
		return false;
	dungeon->door_order = sort_indices(dungeon->door_memory, count, dungeon->room_count, door_room, dungeon);
	return true;
}

bool doors_place(struct doors *doors, struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t count = dungeon->room_count, likely = recipe_most_rooms(recipe);
	if (!memory_reserve(&doors->tiles, &doors->tile_capacity, (uint64_t)recipe->width * 3, 1, 0) ||
	    !memory_reserve(&doors->newest, &doors->newest_capacity, recipe->width, sizeof *doors->newest, 0) ||
	    !memory_reserve(&doors->active, &doors->active_capacity, count, sizeof *doors->active, likely) ||
	    !memory_reserve(&doors->memory, &doors->memory_capacity, sort_memory(count, recipe->height),
			    sizeof *doors->memory, sort_memory(likely, recipe->height)) ||
	    !row_reader_start(&doors->reader, dungeon))
		return false;
	memset(doors->newest, 0, recipe->width * sizeof *doors->newest);
	const uint32_t *order = sort_indices(doors->memory, count, recipe->height, room_top, dungeon);
	return sweep(doors, dungeon, order) && doors_order(dungeon);
}

void doors_free(struct doors *doors)
{
	row_reader_free(&doors->reader);
	free(doors->tiles);
	free(doors->newest);
	free(doors->active);
	free(doors->memory);
	*doors = (struct doors){0};
}
