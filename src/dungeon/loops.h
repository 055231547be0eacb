/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_LOOPS_H
#define DUNGEN_LOOPS_H

#include "dungeon/graph.h"
#include "dungeon/neighbors.h"
#include "rng/rng.h"

/*
 * The pass that adds loops: tunnels between rooms that are near each other and not joined yet. Zeroed before the first
 * map, used again for the next, freed with loops_free.
 */
struct loops {
	ARRAY(uint32_t, joined); /* how many rooms each room is joined to */
	struct graph graph;
	ARRAY(uint8_t, skip); /* for the search of the nearest room */
};

/*
 * Adds recipe.loops tunnels, or one for every pair of rooms that no tunnel joins if these are fewer. Each begins in a
 * random room that is not yet joined to every other, and leads to the nearest room that it is not joined to. Before,
 * all rooms are connected by tunnels of which no two join the same rooms; that holds after, too. Returns false if out
 * of memory.
 */
bool loops_add(struct loops *loops, struct neighbors *neighbors, const struct rng *rng, void *state,
	       struct dungeon *dungeon);

void loops_free(struct loops *loops);

#endif
