/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

#include <string.h>

enum { WATCH_EVERY = 64 }; /* rooms to start a loop from: some milliseconds */

static uint64_t steps_between(struct point a, struct point b)
{
	return (uint64_t)(greater(a.x, b.x) - lesser(a.x, b.x)) + (greater(a.y, b.y) - lesser(a.y, b.y));
}

/* The steps from the center of one room through a tunnel to the center of the other. */
static uint64_t route_steps(const struct dungeon *dungeon, uint32_t from, uint32_t to, const struct route *route)
{
	struct point at = room_center(dungeon->rooms[from]);
	uint64_t steps = 0;
	for (uint32_t i = 0; i < route->count; i++) {
		steps += steps_between(at, route->corners[i]);
		at = route->corners[i];
	}
	return steps + steps_between(at, room_center(dungeon->rooms[to]));
}

static void add_way(struct walks *walks, uint32_t from, uint32_t to, uint64_t steps)
{
	walks->ways[walks->way_count++] = (struct way){steps, to, walks->heads[from]};
	walks->heads[from] = walks->way_count;
}

/* Adds the ways through the tunnels from the one at `first` on. Returns false if out of memory. */
static bool add_ways(struct walks *walks, const struct dungeon *dungeon, uint32_t first)
{
	uint64_t most = (uint64_t)dungeon->tunnel_count * 2;
	/* A search puts a room into the queue at its start, and at most one for each way. */
	if (!array_reserve(walks, ways, most) || !array_reserve(walks, queue, most + 1))
		return false;
	for (uint32_t i = first; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		uint64_t steps = route_steps(dungeon, tunnel.from, tunnel.to, &dungeon->routes[i]);
		add_way(walks, tunnel.from, tunnel.to, steps);
		add_way(walks, tunnel.to, tunnel.from, steps);
	}
	return true;
}

static bool walks_start(struct walks *walks, const struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	if (!array_reserve(walks, heads, count) || !array_reserve(walks, steps, count))
		return false;
	memset(walks->heads, 0, count * sizeof *walks->heads);
	memset(walks->steps, 0xff, count * sizeof *walks->steps);
	walks->way_count = 0;
	return add_ways(walks, dungeon, 0);
}

/* Returns whether a walk between two rooms takes fewer than `limit` steps, by Dijkstra's algorithm (1959). */
static bool is_near(struct walks *walks, uint32_t from, uint32_t to, uint64_t limit)
{
	struct stop *queue = walks->queue;
	uint32_t count = 1;
	queue[0] = (struct stop){0, from};
	walks->steps[from] = 0;
	bool near = false;
	for (uint32_t taken = 0; taken < count && !near; taken++) {
		/* Take the room with the fewest steps. The queue is short, since walks are. */
		uint32_t least = taken;
		for (uint32_t i = taken + 1; i < count; i++)
			least = queue[i].steps < queue[least].steps ? i : least;
		struct stop here = queue[least];
		queue[least] = queue[taken];
		queue[taken] = here;
		near = here.room == to;
		if (here.steps > walks->steps[here.room])
			continue;
		for (uint32_t i = walks->heads[here.room]; i > 0; i = walks->ways[i - 1].next) {
			struct stop next = {here.steps + walks->ways[i - 1].steps, walks->ways[i - 1].room};
			if (next.steps >= limit || next.steps >= walks->steps[next.room])
				continue;
			walks->steps[next.room] = next.steps;
			queue[count++] = next;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		walks->steps[queue[i].room] = UINT64_MAX;
	return near;
}

/* Digs a loop from a room. Returns whether one fits; out of memory, none does. */
static bool add_loop(struct around *around, const struct draws *draws, struct dungeon *dungeon, uint32_t room)
{
	const uint32_t *near = around_near(around, room);
	for (uint32_t i = 0; i < around->near_count; i++) {
		struct route route;
		if (!around_find(around, draws, dungeon, room, near[i], &route) ||
		    is_near(&around->walks, room, near[i], 2 * route_steps(dungeon, room, near[i], &route)))
			continue;
		around_dig(around, dungeon, room, near[i], &route);
		if (!around->fit.out_of_memory && !add_ways(&around->walks, dungeon, dungeon->tunnel_count - 1))
			around->fit.out_of_memory = true;
		return !around->fit.out_of_memory;
	}
	return false;
}

bool around_add_loops(struct around *around, const struct draws *draws, const struct watch *watch,
		      struct dungeon *dungeon)
{
	uint32_t *rooms = around->numbers, count = dungeon->room_count;
	if (!around_list_near(around, dungeon, AROUND_NEAREST) || !walks_start(&around->walks, dungeon))
		return false;
	for (uint32_t i = 0; i < count; i++)
		rooms[i] = i;
	for (uint32_t loops = 0, tried = 0; loops < dungeon->recipe.loops && count > 0; tried++) {
		if (tried % WATCH_EVERY == 0)
			watch_call(watch, "loops", loops, dungeon->recipe.loops);
		uint32_t place = draws_range(draws, 0, count - 1);
		if (add_loop(around, draws, dungeon, rooms[place]))
			loops++;
		else if (around->fit.out_of_memory)
			return false;
		else
			rooms[place] = rooms[--count];
	}
	return true;
}

void around_free(struct around *around)
{
	fit_free(&around->fit);
	neighbors_free(&around->neighbors);
	array_free(around, near);
	array_free(around, groups);
	array_free(around, numbers);
	array_free(&around->walks, heads);
	array_free(&around->walks, ways);
	array_free(&around->walks, steps);
	array_free(&around->walks, queue);
}
