/* SPDX-License-Identifier: MIT */
#include "dungeon/doors.h"

#include <string.h>

/* The room of a doorway that had to yield to one beside it. */
static const uint32_t NO_ROOM = UINT32_MAX;

/* Row y and the ones above and below it, a byte for each tile: 1 for floor, 0 for wall. */
struct view {
	const char *above, *here, *below;
	uint32_t y;
};

static uint32_t room_top(const void *dungeon, uint32_t index)
{
	return ((const struct dungeon *)dungeon)->rooms[index].y1;
}

static uint32_t door_room(const void *dungeon, uint32_t index)
{
	return ((const struct dungeon *)dungeon)->doors[index].room;
}

/*
 * Adds a doorway. The tile on its outer side, `outside`, may be a doorway of another room. No other one can share an
 * edge with this one, and it was found before.
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
 * A doorway is floor in a room's wall between two tiles of wall. A tunnel passes through it: if one ended or bent
 * there, the wall beside it would be floor. So the tiles on its inner and outer side are floor without a check.
 */

/* Finds the doorways of the room's upper or lower wall; `outer` is the row outside. */
static bool look_along(struct doors *doors, struct dungeon *dungeon, const struct view *view, uint32_t index,
		       uint32_t outer)
{
	const struct room *room = &dungeon->rooms[index];
	const char *here = view->here;
	for (uint32_t x = room->x1 + 1; x < room->x2; x++)
		if (here[x] && !here[x - 1] && !here[x + 1] &&
		    !add(doors, dungeon, (struct point){x, view->y}, (struct point){x, outer}, index))
			return false;
	return true;
}

/* Finds a doorway where this row crosses the room's left or right wall, at column x; `outer` is the column outside. */
static bool look_across(struct doors *doors, struct dungeon *dungeon, const struct view *view, uint32_t index,
			uint32_t x, uint32_t outer)
{
	return !view->here[x] || view->above[x] || view->below[x] ||
	       add(doors, dungeon, (struct point){x, view->y}, (struct point){outer, view->y}, index);
}

/* Finds the doorways of a room in a row that its rectangle crosses, from left to right. */
static bool look_at_room(struct doors *doors, struct dungeon *dungeon, const struct view *view, uint32_t index)
{
	const struct room *room = &dungeon->rooms[index];
	/* The map's edge is all wall; its last row is never looked at. */
	if (view->y == room->y1)
		return view->y == 0 || look_along(doors, dungeon, view, index, view->y - 1);
	if (view->y == room->y2)
		return look_along(doors, dungeon, view, index, view->y + 1);
	return (room->x1 == 0 || look_across(doors, dungeon, view, index, room->x1, room->x1 - 1)) &&
	       (room->x2 == dungeon->recipe.width - 1 ||
		look_across(doors, dungeon, view, index, room->x2, room->x2 + 1));
}

/* Finds the doorways in row view->y. */
static bool look_at_row(struct doors *doors, struct dungeon *dungeon, const struct view *view)
{
	uint32_t *active = doors->active;
	while (doors->next_room < dungeon->room_count && dungeon->rooms[doors->order[doors->next_room]].y1 == view->y)
		active[doors->active_count++] = doors->order[doors->next_room++];
	for (uint32_t i = 0; i < doors->active_count;) {
		uint32_t index = active[i];
		if (!look_at_room(doors, dungeon, view, index))
			return false;
		if (dungeon->rooms[index].y2 == view->y)
			active[i] = active[--doors->active_count];
		else
			i++;
	}
	return true;
}

/* Looks at `times` equal rows from y on, rows[1], between the rows above, rows[0], and below, rows[2]. */
static bool look_at_rows(struct doors *doors, struct dungeon *dungeon, char *const rows[3], uint32_t y, uint32_t times)
{
	uint32_t last = y + times - 1;
	for (uint32_t first = y; y <= last; y++) {
		if (doors->active_count == 0) {
			/* Skip the rows that no room crosses. */
			if (doors->next_room == dungeon->room_count)
				return true;
			uint32_t top = dungeon->rooms[doors->order[doors->next_room]].y1;
			if (top > last)
				return true;
			y = top;
		}
		struct view view = {y == first ? rows[0] : rows[1], rows[1], y == last ? rows[2] : rows[1], y};
		if (!look_at_row(doors, dungeon, &view))
			return false;
	}
	return true;
}

/* Looks at each row as soon as the one below it is known, so that doorways are found from top to bottom. */
static bool sweep(struct doors *doors, struct dungeon *dungeon)
{
	size_t width = dungeon->recipe.width;
	char *rows[3] = {doors->tiles, doors->tiles + width, doors->tiles + 2 * width};
	uint32_t y = 0, times = 0;
	struct band band;
	while (rows_next(&doors->rows, &band))
		for (uint32_t row = 0; row < band.rows; row++) {
			char *below = rows[0];
			rows[0] = rows[1];
			rows[1] = rows[2];
			rows[2] = below;
			memcpy(below, band.bytes + row * width, width);
			if (times > 0 && !look_at_rows(doors, dungeon, rows, y, times))
				return false;
			y += times;
			times = band.times;
		}
	/* The map's edge is wall, so the last rows have no doorway. */
	return true;
}

bool doors_settle(struct dungeon *dungeon)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		if (dungeon->doors[i].room != NO_ROOM)
			dungeon->doors[count++] = dungeon->doors[i];
	dungeon->door_count = count;
	uint64_t likely = (uint64_t)recipe_most_rooms(&dungeon->recipe) * DOORS_PER_ROOM;
	dungeon->door_order = sort_indices(&dungeon->door_sort, count, likely, dungeon->room_count, door_room, dungeon);
	return dungeon->door_order;
}

bool doors_place(struct doors *doors, struct dungeon *dungeon)
{
	static const struct row_bytes bytes = {.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1}, .end = ""};
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t count = dungeon->room_count, likely = recipe_most_rooms(recipe);
	doors->order = sort_indices(&doors->sort, count, likely, recipe->height, room_top, dungeon);
	if (!doors->order || !array_reserve(doors, tiles, (uint64_t)recipe->width * 3, 0) ||
	    !array_reserve(doors, newest, recipe->width, 0) || !array_reserve(doors, active, count, likely) ||
	    !rows_start(&doors->rows, dungeon, &bytes))
		return false;
	memset(doors->newest, 0, recipe->width * sizeof *doors->newest);
	doors->next_room = 0;
	doors->active_count = 0;
	return sweep(doors, dungeon) && doors_settle(dungeon);
}

void doors_free(struct doors *doors)
{
	rows_free(&doors->rows);
	sort_free(&doors->sort);
	array_free(doors, tiles);
	array_free(doors, newest);
	array_free(doors, active);
}
