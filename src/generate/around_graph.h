/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * The graph of rooms and tunnels, for walks from center to center. A walk goes from room to room
 * along the tunnels that were added, even where tunnels cross.
 *
 * Usage:
 *
 *     struct around_graph graph = {0};
 *     around_graph_start(&graph, room_count);                       once for each map
 *     around_graph_add(&graph, from, to, steps);                    for each tunnel
 *     if (around_graph_has_shorter(&graph, from, to, steps_max))    any number of times
 *             a walk has fewer steps
 *     around_graph_free(&graph);
 */
struct around_graph {
	ARRAY(struct edge, edges); /* two for each tunnel, one in each direction */
	uint32_t edge_count;       /* number of edges so far */
	ARRAY(uint32_t,
	      newest_edges); /* by room: index of its newest edge plus 1, or 0 without edges */

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

/* Starts with rooms but no tunnels. Returns false if out of memory. */
bool around_graph_start(struct around_graph *graph, uint32_t room_count);

/* Adds a tunnel. `steps` is its length from center to center. Returns false if out of memory. */
bool around_graph_add(struct around_graph *graph, uint32_t from, uint32_t to, uint64_t steps);

/* Returns whether a walk from one room to another has fewer than `steps_max` steps. */
bool around_graph_has_shorter(struct around_graph *graph, uint32_t from, uint32_t to,
			      uint64_t steps_max);

void around_graph_free(struct around_graph *graph);
