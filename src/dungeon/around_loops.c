/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

#include <string.h>

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

static void add_edge(struct graph *graph, uint32_t from, uint32_t to, uint64_t steps)
{
	graph->edges[graph->edge_count++] = (struct edge){steps, to, graph->heads[from]};
	graph->heads[from] = graph->edge_count;
}

/* Adds edges for the tunnels from the one at `first` on. Returns false if out of memory. */
static bool add_tunnels(struct graph *graph, const struct dungeon *dungeon, uint32_t first)
{
	if (!array_reserve(graph, edges, (uint64_t)dungeon->tunnel_count * 2))
		return false;
	for (uint32_t i = first; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		uint64_t steps = route_steps(dungeon, tunnel.from, tunnel.to, &dungeon->routes[i]);
		add_edge(graph, tunnel.from, tunnel.to, steps);
		add_edge(graph, tunnel.to, tunnel.from, steps);
	}
	return true;
}

static bool graph_start(struct graph *graph, const struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	if (!array_reserve(graph, heads, count) || !array_reserve(graph, steps, count) ||
	    !array_reserve(graph, reached, count))
		return false;
	memset(graph->heads, 0, count * sizeof *graph->heads);
	memset(graph->steps, 0xff, count * sizeof *graph->steps);
	graph->edge_count = 0;
	return add_tunnels(graph, dungeon, 0);
}

/* Returns whether a walk between two rooms takes fewer than `limit` steps, by Dijkstra's algorithm (1959). */
static bool is_near(struct graph *graph, uint32_t from, uint32_t to, uint64_t limit)
{
	uint32_t *reached = graph->reached, count = 1;
	uint64_t *steps = graph->steps;
	reached[0] = from;
	steps[from] = 0;
	bool near = false;
	for (uint32_t taken = 0; taken < count && !near; taken++) {
		/* Take the room with the fewest steps. Few are waiting, since walks are short. */
		uint32_t least = taken;
		for (uint32_t i = taken + 1; i < count; i++)
			least = steps[reached[i]] < steps[reached[least]] ? i : least;
		uint32_t room = reached[least];
		reached[least] = reached[taken];
		reached[taken] = room;
		near = room == to;
		for (uint32_t i = graph->heads[room]; i > 0; i = graph->edges[i - 1].next) {
			uint32_t other = graph->edges[i - 1].room;
			uint64_t there = steps[room] + graph->edges[i - 1].steps;
			if (there >= limit || there >= steps[other])
				continue;
			if (steps[other] == UINT64_MAX)
				reached[count++] = other;
			steps[other] = there;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		steps[reached[i]] = UINT64_MAX;
	return near;
}

/* Digs a loop from a room. Returns whether one fits; out of memory, none does. */
static bool add_loop(struct around *around, const struct draws *draws, struct dungeon *dungeon, uint32_t room)
{
	const uint32_t *near = around_near(around, room);
	for (uint32_t i = 0; i < around->near_count; i++) {
		struct route route;
		if (!around_find(around, draws, dungeon, room, near[i], &route) ||
		    is_near(&around->graph, room, near[i], 2 * route_steps(dungeon, room, near[i], &route)))
			continue;
		around_dig(around, dungeon, room, near[i], &route);
		if (!around->fit.out_of_memory && !add_tunnels(&around->graph, dungeon, dungeon->tunnel_count - 1))
			around->fit.out_of_memory = true;
		return !around->fit.out_of_memory;
	}
	return false;
}

bool around_add_loops(struct around *around, const struct draws *draws, struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	if (!array_reserve(around, starts, count) || !around_list_near(around, dungeon, AROUND_NEAREST) ||
	    !graph_start(&around->graph, dungeon))
		return false;
	uint32_t *starts = around->starts;
	for (uint32_t i = 0; i < count; i++)
		starts[i] = i;
	for (uint32_t loops = 0; loops < dungeon->recipe.loops && count > 0;) {
		watch_work(dungeon->watch, 64, "loops", loops, dungeon->recipe.loops);
		uint32_t place = draws_range(draws, 0, count - 1);
		if (add_loop(around, draws, dungeon, starts[place]))
			loops++;
		else if (around->fit.out_of_memory)
			return false;
		else
			starts[place] = starts[--count];
	}
	return true;
}

void around_free(struct around *around)
{
	fit_free(&around->fit);
	neighbors_free(&around->neighbors);
	array_free(around, near);
	array_free(around, groups);
	array_free(around, sizes);
	array_free(around, numbers);
	array_free(around, starts);
	array_free(&around->graph, heads);
	array_free(&around->graph, edges);
	array_free(&around->graph, steps);
	array_free(&around->graph, reached);
}
