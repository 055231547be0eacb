/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * The rooms of a map and their tunnels around rooms, as a graph. Finds out how long the walk from
 * the center of a room to the center of another is. A walk goes from room to room through tunnels,
 * even where tunnels cross.
 *
 * Usage:
 *
 *     struct graph graph = {0};
 *     graph_start(&graph, map);                         once for each map
 *     graph_start_search(&graph, room);                 questions about walks from this room follow
 *     if (graph_has_walk_below(&graph, other, 40))      any number of times
 *             a walk to this room has fewer than 40 steps
 *     graph_add_tunnel(&graph, map, index);             a new tunnel; then start another search
 *     graph_free(&graph);
 */
struct graph {
	ARRAY(struct edge, edges); /* two for each tunnel, one in each direction */
	uint32_t edge_count;       /* number of edges so far */
	/* By room: index of its newest edge plus 1, or 0 without edges. */
	ARRAY(uint32_t, newest_edges);

	/* A search. */
	ARRAY(uint64_t, steps);   /* by room: steps from the start, or UINT64_MAX if not reached */
	ARRAY(uint32_t, reached); /* the rooms reached: the finished rooms, then the others */
	uint32_t finished_count;  /* number of rooms whose shortest walk is known */
	uint32_t reached_count;   /* number of rooms to which any walk is known */
};

/* A tunnel, seen from one of its rooms. */
struct edge {
	uint64_t steps;     /* from center to center */
	uint32_t room;      /* the room at the other end */
	uint32_t next_edge; /* index of the same room's next older edge plus 1, or 0 */
};

/* Starts with all rooms and tunnels of the map. Returns false if out of memory. */
bool graph_start(struct graph *graph, const struct map *map);

/* Adds a tunnel of the map. Returns false if out of memory. */
bool graph_add_tunnel(struct graph *graph, const struct map *map, uint32_t index);

/* Returns the steps from the center of one room through a tunnel to the center of the other. */
uint64_t graph_steps(const struct map *map, uint32_t from, uint32_t to, struct path path);

/* Starts a search at a room. */
void graph_start_search(struct graph *graph, uint32_t start);

/*
 * Returns whether a walk from the start of the search to a room has fewer than `steps_max` steps.
 * Continues the search until any such walk is known, or until all unfinished rooms are too far.
 */
bool graph_has_walk_below(struct graph *graph, uint32_t to, uint64_t steps_max);

/* Frees the memory. Safe on a zeroed struct. */
void graph_free(struct graph *graph);
