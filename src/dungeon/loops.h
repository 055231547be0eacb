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
 * Adds as many tunnels as the recipe asks for, or as many as there are pairs of rooms that no tunnel joins. Each begins
 * in a room that is drawn, and drawn again while it is joined to every other, and leads to the nearest room that it is
 * not joined to. Before, a tunnel leads to every room but the first; no two join the same rooms, neither before nor
 * after. Zeroed loops are safe; memory from the map before is used again. False when out of memory.
 */
bool loops_add(struct loops *loops, struct neighbors *neighbors, const struct rng *rng, void *state,
	       struct dungeon *dungeon);

void loops_free(struct loops *loops);

#endif
