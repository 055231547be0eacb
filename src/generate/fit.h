/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/overlap.h"

/*
 * Finds out whether a tunnel of --tunnels around fits between the rooms and the tunnels dug so far. All of these are
 * rectangles in an index, so the cost of a test depends on what is near the tunnel, not on the size of the map.
 */
struct fit {
	const struct overlap *rooms; /* not owned */
	ARRAY(struct area, legs);    /* the straight parts of all tunnels between two walls, as rectangles */
	uint32_t leg_count;
	struct overlap dug;       /* finds legs */
	ARRAY(struct area, near); /* legs near the tunnel that is tested, some of them several times */
	uint32_t near_count;
	bool out_of_memory; /* an allocation failed; every test returns false from then on */
};

/* Starts a map without tunnels. The caller keeps the index, which has all rooms. */
void fit_start(struct fit *fit, const struct dungeon *dungeon, const struct overlap *rooms);

/*
 * Whether the tunnel may be dug:
 * 1. it leaves each of its two rooms through a tile of wall, with wall on both sides along the edge of the room;
 * 2. all tiles between these two lie outside the rectangles of all rooms;
 * 3. it completes no 2x2 block of floor.
 * Other tunnels may be crossed.
 */
bool fit_test(struct fit *fit, struct path path);

/* Adds a tunnel. */
void fit_add(struct fit *fit, struct path path);

/* Whether an added tunnel has at most three tiles outside of floors, and shares no tile or edge with another one. */
bool fit_is_lone(struct fit *fit, struct path path);

void fit_free(struct fit *fit);
