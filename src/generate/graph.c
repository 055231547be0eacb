/* SPDX-License-Identifier: MIT */
/*
 * Finds the shortest walks with Dijkstra's algorithm (1959). The search always continues from the
 * nearest unfinished room, so the first walk to a finished room is also the shortest.
 *
 * All questions about walks from the same room share one search, which stops as soon as the answer
 * is certain. It therefore visits few rooms, however large the map is. Two simple choices rely on
 * that: the next search clears only the rooms that this one has reached, and a search compares all
 * unfinished rooms to find the nearest. A search for each question would take four times as long,
 * or 6 % of the instructions of a batch of the preset dungeon.
 */
#include "generate/graph.h"

#include <string.h>

/* Adds an edge. There is memory for it. */
static void add_edge(struct graph *graph, uint32_t from, uint32_t to, uint64_t steps)
{
	struct edge *edge = &graph->edges[graph->edge_count++];
	edge->steps = steps;
	edge->room = to;
	edge->next_edge = graph->newest_edges[from];
	graph->newest_edges[from] = graph->edge_count;
}

uint64_t graph_steps(const struct map *map, uint32_t from, uint32_t to, struct path path)
{
	const struct point start = path_corner(path, 0);
	const struct point end = path_corner(path, path.count);
	uint64_t steps = path_steps(path);
	steps += steps_between(room_center(map->rooms[from]), start);
	steps += steps_between(end, room_center(map->rooms[to]));
	return steps;
}

bool graph_add_tunnel(struct graph *graph, const struct map *map, uint32_t index)
{
	const struct tunnel tunnel = map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	const uint64_t steps = graph_steps(map, tunnel.from, tunnel.to, path);
	if (!array_reserve(graph, edges, (uint64_t)graph->edge_count + 2))
		return false;
	add_edge(graph, tunnel.from, tunnel.to, steps);
	add_edge(graph, tunnel.to, tunnel.from, steps);
	return true;
}

bool graph_start(struct graph *graph, const struct map *map)
{
	const uint32_t room_count = map->room_count;
	if (!array_reserve(graph, newest_edges, room_count))
		return false;
	if (!array_reserve(graph, steps, room_count))
		return false;
	if (!array_reserve(graph, reached, room_count))
		return false;
	memset(graph->newest_edges, 0, room_count * sizeof *graph->newest_edges);
	memset(graph->steps, 0xff, room_count * sizeof *graph->steps);
	graph->edge_count = 0;
	graph->reached_count = 0;
	for (uint32_t i = 0; i < map->tunnel_count; i++)
		if (!graph_add_tunnel(graph, map, i))
			return false;
	return true;
}

void graph_start_search(struct graph *graph, uint32_t start)
{
	/* Clear the steps of the last search. */
	for (uint32_t i = 0; i < graph->reached_count; i++)
		graph->steps[graph->reached[i]] = UINT64_MAX;
	graph->steps[start] = 0;
	graph->reached[0] = start;
	graph->reached_count = 1;
	graph->finished_count = 0;
}

bool graph_has_walk_below(struct graph *graph, uint32_t to, uint64_t steps_max)
{
	uint64_t *steps = graph->steps;
	uint32_t *reached = graph->reached;
	while (steps[to] >= steps_max && graph->finished_count < graph->reached_count) {
		/* Move the nearest unfinished room to the first place of the unfinished rooms. */
		uint32_t nearest = graph->finished_count;
		for (uint32_t i = nearest + 1; i < graph->reached_count; i++)
			if (steps[reached[i]] < steps[reached[nearest]])
				nearest = i;
		const uint32_t room = reached[nearest];
		reached[nearest] = reached[graph->finished_count];
		reached[graph->finished_count] = room;
		if (steps[room] >= steps_max)
			return false;
		/* Finish it: continue the walk through each of its tunnels. */
		graph->finished_count++;
		uint32_t next_edge = graph->newest_edges[room];
		while (next_edge > 0) {
			const struct edge *edge = &graph->edges[next_edge - 1];
			const uint64_t steps_there = steps[room] + edge->steps;
			next_edge = edge->next_edge;
			if (steps_there >= steps[edge->room])
				continue;
			if (steps[edge->room] == UINT64_MAX)
				reached[graph->reached_count++] = edge->room;
			steps[edge->room] = steps_there;
		}
	}
	return steps[to] < steps_max;
}

void graph_free(struct graph *graph)
{
	array_free(graph, edges);
	array_free(graph, newest_edges);
	array_free(graph, steps);
	array_free(graph, reached);
}
