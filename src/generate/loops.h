/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generation.h"
#include "generate/neighbors.h"

/*
 * The pass that adds loops to tunnels through rooms. A loop is a tunnel between rooms that are near
 * each other and have no tunnel between them yet.
 *
 * Usage:
 *
 *     struct loops loops = {0};
 *     loops_add(&loops, generation);    once for each map, before its tunnels get their legs
 *     loops_free(&loops);
 */
struct loops {
	ARRAY(struct loop_room, rooms);
};

/* The state of a room while loops are added. */
struct loop_room {
	struct nearness last_tried; /* the neighbor tried last; at first, the room itself */
	uint32_t tunnel_count;      /* number of rooms to which the room has a tunnel */
};

/*
 * Adds the loops that the recipe requests, or fewer if all pairs of rooms have a tunnel. Each loop
 * starts in a random room that has no tunnel to some other room, and leads to the nearest such
 * room. Requires that tunnel i leads to room i + 1 from an earlier room. Returns false if out of
 * memory.
 */
bool loops_add(struct loops *loops, const struct generation *generation);

void loops_free(struct loops *loops);
