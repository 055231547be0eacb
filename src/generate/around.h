/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/fit.h"
#include "generate/neighbors.h"
#include "rng/rng.h"

/* An edge of the graph: a tunnel from one room to another. */
struct edge {
	uint64_t steps; /* from center to center */
	uint32_t room;  /* the other one */
	uint32_t next;  /* the next edge of the same room plus 1; 0: none */
};

/* The graph of rooms and tunnels. */
struct graph {
	ARRAY(uint32_t, heads); /* by room: its first edge plus 1; 0: none */
	ARRAY(struct edge, edges);
	uint32_t edge_count;
	ARRAY(uint64_t,
	      steps); /* by room: steps from the start of a search; UINT64_MAX: not reached */
	ARRAY(uint32_t, reached); /* the rooms that it has reached: first those searched from, then
				     those waiting */
};

/*
 * The pass that digs the tunnels of --tunnels around: from wall to wall, past other rooms, so that
 * every opening of a room is one tile and floor outside of rooms is one tile wide. The manual
 * specifies it in THE GENERATOR.
 */
struct around {
	struct fit fit;
	ARRAY(uint32_t, near); /* by room: its near_count nearest others, the nearest first */
	uint32_t near_count;   /* 0: none are listed */
	struct memory sort;
	ARRAY(uint32_t, groups); /* by room: the parent in its group's tree; the group's first room
				    has itself */
	ARRAY(uint32_t,
	      numbers); /* by room: its number after rooms were removed; NO_ROOM: it was removed */
	ARRAY(uint32_t, starts);      /* rooms from which loops may still fit */
	struct leg legs[AROUND_LEGS]; /* of the tunnel that is tried */
	struct graph graph;
};

/*
 * Joins the rooms of a map without tunnels. In each round, every room digs a tunnel to the
 * nearest neighbor that it is not joined to yet and to which one fits. Keeps only the largest group
 * of joined rooms and renumbers them. Returns false if out of memory.
 */
bool around_join(struct around *around, struct overlap *overlap, const struct draws *draws,
		 struct map *map);

/*
 * Digs recipe.loops more tunnels, or as many as fit. Each at least halves the walk between its two
 * rooms. Call it after around_join. Returns false if out of memory.
 */
bool around_add_loops(struct around *around, const struct draws *draws, struct map *map);

/*
 * Places a door at both ends of each tunnel, or only at the first if the tunnel has at most three
 * tiles and meets no other. Call it after all tunnels are dug. Returns false if out of memory.
 */
bool around_place_doors(struct around *around, struct map *map);

void around_free(struct around *around);
