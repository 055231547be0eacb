/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_LOOPS_H
#define DUNGEN_LOOPS_H

#include "dungeon/neighbors.h"
#include "dungeon/watch.h"
#include "rng/rng.h"

/* A room as another one sees it. */
struct listed_room {
	uint64_t distance; /* between the centers, squared */
	uint32_t room;
};

/* A room and the rooms near it. */
struct loop_room {
	uint64_t next, end; /* its part of loops.near: the rooms not looked at yet, the nearest first */
	uint32_t ring;      /* how many cells around its own have been listed in all directions */
	uint32_t joined;    /* how many rooms it is joined to */
};

/*
 * The pass that adds loops with --tunnels through: tunnels between rooms that are near each other and not joined yet.
 * Its memory grows with the loops: about 30 bytes for each, and 24 for each room. Zeroed before the first map, reused
 * for the next, freed with loops_free.
 */
struct loops {
	ARRAY(struct loop_room, rooms);
	ARRAY(uint32_t, near); /* the lists of all rooms; a longer list is appended when one is used up */
	uint64_t near_count;
	ARRAY(struct listed_room, found); /* scratch for a list */
	/* A hash table of the tunnels by the two rooms they join: their indices plus 1, 0 in an empty slot. */
	ARRAY(uint32_t, slots);
	unsigned slot_bits; /* there are 2^slot_bits slots, more than twice as many as tunnels */
};

/*
 * Adds recipe.loops tunnels, or as many as there are pairs of rooms that no tunnel joins. Each starts in a room drawn
 * at random; rooms joined to every other are drawn again. It leads to the nearest room that this one is not joined to.
 * Before, a tunnel leads to every room but the first; no two tunnels join the same rooms, before or after. Returns
 * false if out of memory.
 */
bool loops_add(struct loops *loops, struct neighbors *neighbors, const struct rng *rng, void *state,
	       const struct watch *watch, struct dungeon *dungeon);

void loops_free(struct loops *loops);

#endif
