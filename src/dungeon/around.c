/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

#include "dungeon/doors.h"
#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

void around_dig(struct around *around, struct dungeon *dungeon, uint32_t from, uint32_t to, const struct route *route)
{
	fit_add(&around->fit, route);
	if (!dungeon_add_route(dungeon, from, to, route))
		around->fit.out_of_memory = true;
}

/* Neighbors. */

bool around_list_near(struct around *around, const struct dungeon *dungeon, uint32_t most)
{
	uint32_t count = dungeon->room_count, others = lesser(most, count - 1);
	if (!neighbors_index(&around->neighbors, dungeon, count, others) ||
	    !array_reserve(around, near, (uint64_t)count * others))
		return false;
	around->near_count = others;
	/* In the order of the index, so that it stays in the cache. */
	for (uint32_t i = 0; i < count && others > 0; i++) {
		uint32_t room = around->neighbors.list[i].room;
		neighbors_list(&around->neighbors, dungeon, room, (struct nearness){0, room}, others,
			       around->near + (size_t)room * others);
		watch_work(dungeon->watch, 2, "lists of neighbors", i, count);
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

/* Joins a room to the nearest of its neighbors that it is not joined to yet and to which a tunnel fits, if any. */
static void join_room(struct around *around, const struct draws *draws, struct dungeon *dungeon, uint32_t room)
{
	const uint32_t *near = around_near(around, room);
	uint32_t group = find_group(around->groups, room);
	for (uint32_t i = 0; i < around->near_count; i++) {
		uint32_t other = find_group(around->groups, near[i]);
		struct route route;
		if (other == group || !around_find(around, draws, dungeon, room, near[i], &route))
			continue;
		uint32_t joined = lesser(group, other), gone = greater(group, other);
		around->groups[gone] = joined;
		around->sizes[joined] += around->sizes[gone];
		around_dig(around, dungeon, room, near[i], &route);
		return;
	}
}

/* Digs rounds of tunnels, from each room to one of its `most` neighbors, until all are joined or a round digs none. */
static bool join_rooms(struct around *around, const struct draws *draws, struct dungeon *dungeon, uint32_t most)
{
	uint32_t wanted = dungeon->room_count - 1, before = UINT32_MAX;
	if (dungeon->tunnel_count < wanted && !around_list_near(around, dungeon, most))
		return false;
	while (dungeon->tunnel_count < wanted && dungeon->tunnel_count != before) {
		before = dungeon->tunnel_count;
		for (uint32_t room = 0; room <= wanted && dungeon->tunnel_count < wanted; room++) {
			watch_work(dungeon->watch, 64, "tunnels", dungeon->tunnel_count, wanted);
			join_room(around, draws, dungeon, room);
			if (around->fit.out_of_memory)
				return false;
		}
	}
	return true;
}

/*
 * Keeps the largest group of joined rooms; ties go to the one with the earliest room. Numbers its rooms anew. Returns
 * false if out of memory.
 */
static bool keep_largest_group(struct around *around, struct overlap *overlap, struct dungeon *dungeon)
{
	if (!array_reserve(around, numbers, dungeon->room_count))
		return false;
	uint32_t *numbers = around->numbers, largest = 0, count = 0, kept = 0;
	for (uint32_t room = 0; room < dungeon->room_count; room++)
		largest = around->sizes[room] > around->sizes[largest] ? room : largest;
	for (uint32_t room = 0; room < dungeon->room_count; room++) {
		numbers[room] = find_group(around->groups, room) == largest ? count : UINT32_MAX;
		dungeon->rooms[count] = dungeon->rooms[room];
		count += numbers[room] != UINT32_MAX;
	}
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		if (numbers[tunnel.from] == UINT32_MAX)
			continue;
		dungeon->tunnels[kept] = (struct tunnel){numbers[tunnel.from], numbers[tunnel.to] & 0x7fffffff, 0};
		dungeon->routes[kept++] = dungeon->routes[i];
	}
	for (uint64_t i = 0; dungeon->keeps_attempts && i < dungeon->attempts; i++)
		dungeon->tried[i].number = numbers[dungeon->tried[i].number];
	dungeon->room_count = count;
	dungeon->tunnel_count = kept;
	/* The index still has the rooms that were removed. */
	overlap_start(overlap, dungeon);
	for (uint32_t room = 0; room < count; room++) {
		watch_work(dungeon->watch, 1, "rooms kept", room, count);
		/* Uncovered: the array has space already. */
		if (!overlap_add(overlap, dungeon->rooms, room + 1))
			return false;
	}
	fit_start(&around->fit, dungeon, overlap);
	for (uint32_t i = 0; i < kept; i++) {
		watch_work(dungeon->watch, 1, "tunnels kept", i, kept);
		fit_add(&around->fit, &dungeon->routes[i]);
	}
	return !around->fit.out_of_memory;
}

bool around_join(struct around *around, struct overlap *overlap, const struct draws *draws, struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	if (!array_reserve(around, groups, count) || !array_reserve(around, sizes, count))
		return false;
	for (uint32_t room = 0; room < count; room++) {
		around->groups[room] = room;
		around->sizes[room] = 1;
	}
	fit_start(&around->fit, dungeon, overlap);
	return join_rooms(around, draws, dungeon, AROUND_NEAREST) &&
	       join_rooms(around, draws, dungeon, AROUND_NEAREST_MOST) &&
	       /* Uncovered: the array has space already. */
	       (dungeon->tunnel_count == count - 1 || keep_largest_group(around, overlap, dungeon));
}

/* Adds a door to a room, in its wall between the tile `inside` and `next`. */
static bool add_door(struct dungeon *dungeon, struct point inside, struct point next, uint32_t room)
{
	return dungeon_add_door(dungeon, step_toward(inside, next), room);
}

bool around_place_doors(struct around *around, struct dungeon *dungeon)
{
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		const struct route *route = &dungeon->routes[i];
		uint32_t last = route->count - 1;
		watch_work(dungeon->watch, 1, "tunnels with doors", i, dungeon->tunnel_count);
		if (!add_door(dungeon, route->corners[0], route->corners[1], tunnel.from) ||
		    (!fit_is_lone(&around->fit, route) &&
		     /* Uncovered: the array has space already. */
		     !add_door(dungeon, route->corners[last], route->corners[last - 1], tunnel.to)))
			return false;
	}
	doors_settle(dungeon);
	return !around->fit.out_of_memory;
}
