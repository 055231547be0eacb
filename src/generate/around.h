/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/fit.h"
#include "generate/generation.h"
#include "generate/neighbors.h"

/*
 * The tunnels, loops, and doors of --tunnels around. Tunnels run from wall to wall and avoid all
 * other rooms. Tunnels and the openings of rooms are one tile wide. dungen-generator(7) specifies
 * the rules.
 *
 * Usage:
 *
 *     struct around around = {0};
 *     around_dig_tunnels(&around, generation);    once for each map, after its rooms were placed
 *     around_place_doors(&around);                if the recipe has doors
 *     around_free(&around);
 */

/* The rooms and tunnels, for walks from the center of a room to the center of another. */
struct graph {
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

struct around {
	/* The map on which the passes dig, and its indexes. */
	struct map *map;                 /* the map that the passes change; not owned */
	struct overlap *rooms;           /* finds its rooms; not owned */
	const struct draws *draws;       /* random numbers; not owned */
	struct history *history;         /* attempts to place rooms; not owned, may be NULL */
	struct fit fit;                  /* its tunnels; finds another one that fits */
	struct neighbor_table neighbors; /* the nearest neighbors of each room */

	/*
	 * Groups of joined rooms, as trees. By room: an earlier room of its group, or the room
	 * itself if it is the first of its group.
	 */
	ARRAY(uint32_t, parents);
	/* By old number of a room: its new number, or NO_ROOM if the room was dropped. */
	ARRAY(uint32_t, new_numbers);

	/* Loops. */
	struct graph graph;
	ARRAY(uint32_t, starts); /* rooms at which a loop may still begin */
};

/*
 * Joins the rooms of a map that has no tunnels, and digs the loops of its recipe. Afterward, the
 * map and the index of its rooms contain only rooms that can be reached from each other. The caller
 * keeps the map and the index, and leaves them alone until the doors are placed. Returns false if
 * out of memory.
 */
bool around_dig_tunnels(struct around *around, const struct generation *generation);

/*
 * Places the doors of the map whose tunnels were dug last. Every opening of a room has a door,
 * except where two doors would stand close together: a tunnel of at most three tiles that meets no
 * other tunnel has a door only at its first end. Returns false if out of memory.
 */
bool around_place_doors(struct around *around);

/* Frees the memory. Safe on a zeroed struct. */
void around_free(struct around *around);
