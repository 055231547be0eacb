/* SPDX-License-Identifier: MIT */
/*
 * This is Dijkstra's algorithm (1959). The search always continues from the nearest unfinished
 * room, so the first walk to a finished room is also the shortest.
 *
 * The search ignores rooms at a distance of `steps_max` or more. It therefore visits few rooms,
 * however large the map is. Two simple choices rely on that: the search clears only the rooms that
 * it has reached, and it compares all unfinished rooms to find the nearest.
 */
#include "generate/around_graph.h"

#include <string.h>

bool around_graph_start(struct around_graph *graph, uint32_t room_count)
{
	if (!array_reserve(graph, newest_edges, room_count))
		return false;
	if (!array_reserve(graph, steps, room_count))
		return false;
	if (!array_reserve(graph, reached, room_count))
		return false;
	memset(graph->newest_edges, 0, room_count * sizeof *graph->newest_edges);
	memset(graph->steps, 0xff, room_count * sizeof *graph->steps);
	graph->edge_count = 0;
	return true;
}

/* Adds an edge. There is memory for it. */
static void add_edge(struct around_graph *graph, uint32_t from, uint32_t to, uint64_t steps)
{
	struct edge *edge = &graph->edges[graph->edge_count++];
	edge->steps = steps;
	edge->room = to;
	edge->next_edge = graph->newest_edges[from];
	graph->newest_edges[from] = graph->edge_count;
}

bool around_graph_add(struct around_graph *graph, uint32_t from, uint32_t to, uint64_t steps)
{
	if (!array_reserve(graph, edges, (uint64_t)graph->edge_count + 2))
		return false;
	add_edge(graph, from, to, steps);
	add_edge(graph, to, from, steps);
	return true;
}

/* Starts a search at a room. */
static void search_start(struct around_graph *graph, uint32_t room)
{
	graph->steps[room] = 0;
	graph->reached[0] = room;
	graph->reached_count = 1;
	graph->finished_count = 0;
}

/* Finishes the nearest room that is not finished yet, and returns it. There is one. */
static uint32_t finish_nearest(struct around_graph *graph)
{
	const uint64_t *steps = graph->steps;
	uint32_t *reached = graph->reached;
	const uint32_t place = graph->finished_count++;
	uint32_t nearest = place;
	for (uint32_t i = place + 1; i < graph->reached_count; i++)
		if (steps[reached[i]] < steps[reached[nearest]])
			nearest = i;
	const uint32_t room = reached[nearest];
	reached[nearest] = reached[place];
	reached[place] = room;
	return room;
}

/* Continues the walk to a finished room through each of its tunnels. */
static void reach_neighbors(struct around_graph *graph, uint32_t room, uint64_t steps_max)
{
	uint64_t *steps = graph->steps;
	uint32_t next_edge = graph->newest_edges[room];
	while (next_edge > 0) {
		const struct edge *edge = &graph->edges[next_edge - 1];
		const uint64_t steps_there = steps[room] + edge->steps;
		next_edge = edge->next_edge;
		if (steps_there >= steps_max || steps_there >= steps[edge->room])
			continue;
		if (steps[edge->room] == UINT64_MAX)
			graph->reached[graph->reached_count++] = edge->room;
		steps[edge->room] = steps_there;
	}
}

/* Clears the steps of all rooms that the search reached, for the next search. */
static void search_end(struct around_graph *graph)
{
	for (uint32_t i = 0; i < graph->reached_count; i++)
		graph->steps[graph->reached[i]] = UINT64_MAX;
}

bool around_graph_has_shorter(struct around_graph *graph, uint32_t from, uint32_t to,
			      uint64_t steps_max)
{
	bool is_found = false;
	search_start(graph, from);
	while (!is_found && graph->finished_count < graph->reached_count) {
		const uint32_t room = finish_nearest(graph);
		reach_neighbors(graph, room, steps_max);
		is_found = room == to;
	}
	search_end(graph);
	return is_found;
}

void around_graph_free(struct around_graph *graph)
{
	array_free(graph, edges);
	array_free(graph, newest_edges);
	array_free(graph, steps);
	array_free(graph, reached);
}
