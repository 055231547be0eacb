/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

#include "dungeon/doors.h"
#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

/* The model's form of a tunnel. */

/* The tile next to `end` on the side away from `next`. */
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

/* Neighbors. */

bool around_list_near(struct around *around, const struct dungeon *dungeon, uint32_t most)
{
	uint32_t count = dungeon->room_count, others = lesser(most, count - 1);
	uint64_t likely = (uint64_t)recipe_most_rooms(&dungeon->recipe) * AROUND_NEAREST;
	if (!neighbors_index(&around->neighbors, dungeon, count) ||
	    !array_reserve(around, near, (uint64_t)count * others, likely))
		return false;
	around->near_count = others;
	/* In the order of the index, so that it stays in the cache. */
	for (uint32_t i = 0; i < count && others > 0; i++) {
		uint32_t room = around->neighbors.list[i].room;
		neighbors_list(&around->neighbors, dungeon, room, room, others, around->near + (size_t)room * others);
	}
	return true;
}

/* Joining. */

/* Returns the first room of the group that a room is joined to: union-find, Tarjan (1975). */
static uint32_t find_group(uint32_t *groups, uint32_t room)
{
	while (groups[room] != room) {
		/* Path halving. */
		groups[room] = groups[groups[room]];
		room = groups[room];
	}
	return room;
}

/* Joins a room to the nearest of its neighbors that it is not joined to yet. Returns false if out of memory. */
static bool join_room(struct around *around, const struct rng *rng, void *state, struct dungeon *dungeon, uint32_t room)
{
	const uint32_t *near = around_near(around, room);
	uint32_t group = find_group(around->groups, room);
	for (uint32_t i = 0; i < around->near_count; i++) {
		uint32_t other = find_group(around->groups, near[i]);
		struct course course;
		if (other == group || !around_find(around, rng, state, dungeon, room, near[i], &course))
			continue;
		around->groups[greater(group, other)] = lesser(group, other);
		return around_dig(around, dungeon, room, near[i], &course);
	}
	return !around->fit.out_of_memory;
}

/* Digs rounds of tunnels, from each room to one of its `most` neighbors, until all are joined or a round digs none. */
static bool join_rooms(struct around *around, const struct rng *rng, void *state, struct dungeon *dungeon,
		       uint32_t most)
{
	uint32_t wanted = dungeon->room_count - 1, before = UINT32_MAX;
	if (dungeon->tunnel_count < wanted && !around_list_near(around, dungeon, most))
		return false;
	while (dungeon->tunnel_count < wanted && dungeon->tunnel_count != before) {
		before = dungeon->tunnel_count;
		for (uint32_t room = 0; room <= wanted && dungeon->tunnel_count < wanted; room++)
			if (!join_room(around, rng, state, dungeon, room))
				return false;
	}
	return true;
}

/*
 * Keeps the largest group of joined rooms; ties go to the one with the earliest room. Numbers its rooms anew. Returns
 * false if out of memory.
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
	/* The index still has the rooms that were removed. */
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
	uint32_t count = dungeon->room_count, likely = recipe_most_rooms(&dungeon->recipe);
	if (!array_reserve(around, groups, count, likely) || !array_reserve(around, numbers, count, likely))
		return false;
	for (uint32_t room = 0; room < count; room++)
		around->groups[room] = room;
	fit_start(&around->fit, dungeon, overlap);
	return join_rooms(around, rng, state, dungeon, AROUND_NEAREST) &&
	       join_rooms(around, rng, state, dungeon, AROUND_NEAREST_MOST) &&
	       (dungeon->tunnel_count == count - 1 || keep_largest_group(around, overlap, dungeon));
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
