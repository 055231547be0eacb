/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_LOOPS_H
#define DUNGEN_LOOPS_H

#include "dungeon/generate.h"
#include "dungeon/neighbors.h"

/* The pass that adds loops: tunnels between rooms that are near each other and not joined yet. */
struct loops {
	ARRAY(uint32_t, joined); /* how many rooms each room is joined to */
	ARRAY(uint32_t, heads);  /* list heads of each room's ends of tunnels: index plus 1, 0 for empty */
	ARRAY(uint32_t,
	      next); /* in the list, likewise; end 2 * i is the room that tunnel i comes from, 2 * i + 1 the other */
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

/* Frees what it owns; zeroed loops are legal. */
void loops_free(struct loops *loops);

#endif
