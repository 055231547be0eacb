/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

#include "dungeon/doors.h"
#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	STRAIGHT = 32, /* straight tunnels tried between two rooms */
	BENT = 24,     /* tunnels with bends tried between two rooms */
};

/* Draws. */

static struct point transposed_if(bool turned, struct point point)
{
	return turned ? (struct point){point.y, point.x} : point;
}

static struct room room_transposed_if(bool turned, struct room room)
{
	return turned ? (struct room){room.y1, room.x1, room.y2, room.x2} : room;
}

static uint32_t greater(uint32_t a, uint32_t b)
{
	return a < b ? b : a;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Tries the straight tunnels between two rooms whose floors share columns, from one that is drawn. */
static bool try_straight(struct fit *fit, const struct rng *rng, void *state, bool turned, struct room a, struct room b,
			 struct course *course)
{
	uint32_t first = greater(a.x1, b.x1) + 1, end = lesser(a.x2, b.x2);
	if (first >= end)
		return false;
	uint32_t count = end - first, drawn = rng->range(state, 0, count - 1);
	uint32_t from = a.y2 < b.y1 ? a.y2 : a.y1, to = a.y2 < b.y1 ? b.y1 : b.y2;
	for (uint32_t i = 0; i < count && i < STRAIGHT; i++) {
		uint32_t x = first + (uint32_t)(((uint64_t)drawn + i) % count);
		*course = (struct course){
			.corners = {transposed_if(turned, (struct point){x, from}),
				    transposed_if(turned, (struct point){x, to})},
			.count = 2,
		};
		if (fit_test(fit, course))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves room a along a row and enters room b along a column. False if there is none between the
 * tiles drawn.
 */
static bool draw_one_bend(const struct rng *rng, void *state, struct room a, struct room b, struct course *course)
{
	uint32_t row = rng->range(state, a.y1 + 1, a.y2 - 1);
	uint32_t column = rng->range(state, b.x1 + 1, b.x2 - 1);
	if ((a.x1 <= column && column <= a.x2) || (b.y1 <= row && row <= b.y2))
		return false;
	*course = (struct course){
		.corners = {{column > a.x2 ? a.x2 : a.x1, row}, {column, row}, {column, row > b.y2 ? b.y2 : b.y1}},
		.count = 3,
	};
	return true;
}

/* The same for one that leaves along a row, follows a column between the rooms, and enters along another row. */
static bool draw_two_bends(const struct rng *rng, void *state, struct room a, struct room b, struct course *course)
{
	uint32_t row = rng->range(state, a.y1 + 1, a.y2 - 1);
	uint32_t end_row = rng->range(state, b.y1 + 1, b.y2 - 1);
	bool right = a.x2 < b.x1;
	uint32_t left_wall = right ? a.x2 : b.x2, right_wall = right ? b.x1 : a.x1;
	if (row == end_row || left_wall + 1 >= right_wall)
		return false;
	uint32_t column = rng->range(state, left_wall + 1, right_wall - 1);
	*course = (struct course){
		.corners = {{right ? a.x2 : a.x1, row},
			    {column, row},
			    {column, end_row},
			    {right ? b.x1 : b.x2, end_row}},
		.count = 4,
	};
	return true;
}

bool around_find(struct around *around, const struct rng *rng, void *state, const struct dungeon *dungeon,
		 uint32_t from, uint32_t to, struct course *course)
{
	struct fit *fit = &around->fit;
	struct room a = dungeon->rooms[from], b = dungeon->rooms[to];
	for (unsigned turned = 0; turned < 2; turned++)
		if (try_straight(fit, rng, state, turned, room_transposed_if(turned, a), room_transposed_if(turned, b),
				 course))
			return true;
	for (uint32_t i = 0; i < BENT; i++) {
		uint32_t shape = rng->range(state, 0, 3);
		bool turned = shape % 2;
		struct room start = room_transposed_if(turned, a), goal = room_transposed_if(turned, b);
		if (!(shape < 2 ? draw_one_bend : draw_two_bends)(rng, state, start, goal, course))
			continue;
		for (uint32_t k = 0; k < course->count; k++)
			course->corners[k] = transposed_if(turned, course->corners[k]);
		if (fit_test(fit, course))
			return true;
	}
	return false;
}

/* The model's form of a tunnel. */

/* The tile behind the end of a tunnel, as seen from its next corner. */
static struct point behind(struct point end, struct point next)
{
	end.x = end.x + (end.x > next.x) - (end.x < next.x);
	end.y = end.y + (end.y > next.y) - (end.y < next.y);
	return end;
}

bool around_dig(struct around *around, struct dungeon *dungeon, uint32_t from, uint32_t to, const struct course *course)
{
	uint32_t last = course->count - 1;
	bool row_first = course->corners[0].y == course->corners[1].y;
	struct route route = {behind(course->corners[0], course->corners[1]),
			      behind(course->corners[last], course->corners[last - 1]), 0};
	/* Without a second bend the last run has no length. */
	struct point turn = course->count == CORNERS_MOST ? course->corners[1] : route.to;
	route.middle = row_first ? turn.x : turn.y;
	fit_add(&around->fit, course);
	return !around->fit.out_of_memory && dungeon_add_route(dungeon, from, to, row_first, route);
}

static struct course course_of(const struct dungeon *dungeon, uint32_t tunnel)
{
	struct course course;
	course.count = tunnel_path(dungeon, tunnel, course.corners);
	struct point *corners = course.corners;
	uint32_t last = course.count - 1;
	struct point from = step_toward(corners[0], corners[1]), to = step_toward(corners[last], corners[last - 1]);
	corners[0] = from;
	corners[last] = to;
	return course;
}

/* Joining. */

/* The first of the rooms that a room is joined to so far, which stands for all of them. */
static uint32_t find_group(uint32_t *groups, uint32_t room)
{
	while (groups[room] != room) {
		/* Halves the path for later searches. */
		groups[room] = groups[groups[room]];
		room = groups[room];
	}
	return room;
}

/* Joins a room to the nearest of `most` rooms that it is not joined to yet. False when out of memory. */
static bool join_room(struct around *around, const struct rng *rng, void *state, struct dungeon *dungeon, uint32_t room,
		      uint32_t most)
{
	uint32_t near[AROUND_NEAREST_MOST];
	uint32_t count = neighbors_list(&around->neighbors, dungeon, room, most, near);
	uint32_t group = find_group(around->groups, room);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t other = find_group(around->groups, near[i]);
		struct course course;
		if (other == group || !around_find(around, rng, state, dungeon, room, near[i], &course))
			continue;
		around->groups[greater(group, other)] = lesser(group, other);
		return around_dig(around, dungeon, room, near[i], &course);
	}
	return !around->fit.out_of_memory;
}

/*
 * Keeps the largest group of joined rooms, of equals the one with the earliest room, and numbers its rooms anew. False
 * when out of memory.
 */
static bool keep_largest_group(struct around *around, struct overlap *overlap, struct dungeon *dungeon)
{
	uint32_t *groups = around->groups, *sizes = around->numbers;
	uint32_t largest = 0;
	memset(sizes, 0, dungeon->room_count * sizeof *sizes);
	for (uint32_t room = 0; room < dungeon->room_count; room++)
		sizes[find_group(groups, room)]++;
	for (uint32_t room = 0; room < dungeon->room_count; room++)
		largest = sizes[room] > sizes[largest] ? room : largest;

	uint32_t *numbers = around->numbers, count = 0, kept = 0;
	for (uint32_t room = 0; room < dungeon->room_count; room++) {
		numbers[room] = find_group(groups, room) == largest ? count : UINT32_MAX;
		dungeon->rooms[count] = dungeon->rooms[room];
		count += numbers[room] != UINT32_MAX;
	}
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		if (numbers[tunnel.from] == UINT32_MAX)
			continue;
		dungeon->tunnels[kept] = (struct tunnel){numbers[tunnel.from], numbers[tunnel.to] & 0x7fffffff,
							 tunnel.row_first};
		dungeon->routes[kept++] = dungeon->routes[i];
	}
	dungeon->room_count = count;
	dungeon->tunnel_count = kept;
	/* Loops may run where the other rooms were. */
	overlap_start(overlap, &dungeon->recipe);
	for (uint32_t room = 0; room < count; room++)
		if (!overlap_add(overlap, dungeon->rooms, room + 1))
			return false;
	fit_start(&around->fit, dungeon, overlap);
	for (uint32_t i = 0; i < kept; i++) {
		struct course course = course_of(dungeon, i);
		fit_add(&around->fit, &course);
	}
	return !around->fit.out_of_memory;
}

bool around_join(struct around *around, struct overlap *overlap, const struct rng *rng, void *state,
		 struct dungeon *dungeon)
{
	static const uint32_t most[] = {AROUND_NEAREST, AROUND_NEAREST_MOST};
	uint32_t count = dungeon->room_count, likely = recipe_most_rooms(&dungeon->recipe);
	if (!array_reserve(around, groups, count, likely) || !array_reserve(around, numbers, count, likely) ||
	    !neighbors_index(&around->neighbors, dungeon, count))
		return false;
	for (uint32_t room = 0; room < count; room++)
		around->groups[room] = room;
	fit_start(&around->fit, dungeon, overlap);
	for (uint32_t i = 0; i < sizeof most / sizeof *most; i++)
		for (uint32_t before = UINT32_MAX;
		     dungeon->tunnel_count < count - 1 && dungeon->tunnel_count != before;) {
			before = dungeon->tunnel_count;
			for (uint32_t room = 0; room < count && dungeon->tunnel_count < count - 1; room++) {
				if (room + 16 < count) {
					neighbors_prefetch_cells(&around->neighbors,
								 room_center(dungeon->rooms[room + 16]));
					neighbors_prefetch_rooms(&around->neighbors,
								 room_center(dungeon->rooms[room + 8]));
				}
				if (!join_room(around, rng, state, dungeon, room, most[i]))
					return false;
			}
		}
	return dungeon->tunnel_count == count - 1 || keep_largest_group(around, overlap, dungeon);
}

/* From top to bottom, then from left to right; no two doors are in one place. */
static int compare_doors(const void *a, const void *b)
{
	struct point first = ((const struct door *)a)->at, second = ((const struct door *)b)->at;
	if (first.y != second.y)
		return first.y < second.y ? -1 : 1;
	return first.x < second.x ? -1 : 1;
}

bool around_place_doors(struct around *around, struct dungeon *dungeon)
{
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct course course = course_of(dungeon, i);
		bool single = course_length(&course) <= 2 && !fit_is_met(&around->fit, &course);
		if (!dungeon_add_door(dungeon, course.corners[0], tunnel.from) ||
		    (!single && !dungeon_add_door(dungeon, course.corners[course.count - 1], tunnel.to)))
			return false;
	}
	/* One room has no doors, and perhaps no array. */
	if (dungeon->door_count > 0)
		qsort(dungeon->doors, dungeon->door_count, sizeof *dungeon->doors, compare_doors);
	return !around->fit.out_of_memory && doors_settle(dungeon);
}
