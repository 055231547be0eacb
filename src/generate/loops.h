/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generation.h"
#include "generate/neighbors.h"

/* The state of a room while loops are added. */
struct loop_room {
	struct nearness tried; /* the last of its neighbors that it has tried, in their order;
				  before that, itself */
	uint32_t next, listed; /* the next of those to try; how many are listed */
	uint32_t joined;       /* how many rooms it is joined to */
};

/*
 * The pass that adds loops with --tunnels through: tunnels between rooms that are near each other
 * and not joined yet.
 */
struct loops {
	ARRAY(struct loop_room, rooms);
	ARRAY(uint32_t, near); /* by room: up to near_most neighbors to try, nearest first */
	uint32_t near_most;
};

/*
 * Adds recipe.loops tunnels, or as many as there are pairs of rooms without one. Each starts in a
 * random room that is not joined to all others, and leads to the nearest room that it is not joined
 * to. Requires that tunnel i leads to room i+1, from an earlier room. Reports to `watch`, which may
 * be NULL. Returns false if out of memory.
 */
bool loops_add(struct loops *loops, const struct generation *generation);

void loops_free(struct loops *loops);
