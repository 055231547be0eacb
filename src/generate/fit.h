/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"

/*
 * Finds out whether a tunnel of --tunnels around fits between the rooms and the tunnels dug so far.
 * All of these are rectangles in an index, so the cost of a test depends on what is near the
 * tunnel, not on the size of the map.
 */
struct fit {
	const struct overlap *rooms; /* not owned */
	ARRAY(struct area,
	      legs);        /* the straight parts of all tunnels between two walls, as rectangles */
	struct overlap dug; /* finds legs */
};

static inline uint64_t steps_between(struct point a, struct point b)
{
	return (uint64_t)(greater(a.x, b.x) - lesser(a.x, b.x)) +
	       (greater(a.y, b.y) - lesser(a.y, b.y));
}

/* The steps from one end of a path to the other. */
static inline uint64_t path_steps(struct path path)
{
	uint64_t steps = 0;
	for (uint32_t i = 0; i < path.count; i++)
		steps += steps_between(path.legs[i].from, path.legs[i].to);
	return steps;
}

/* Starts a map without tunnels. The caller keeps the index, which has all rooms. */
void fit_start(struct fit *fit, const struct map *map, const struct overlap *rooms);

/*
 * Whether the tunnel may be dug: 1. it leaves each of its two rooms through a tile of wall, with
 * wall on both sides along the edge of the room; 2. all tiles between these two lie outside the
 * rectangles of all rooms; 3. it completes no 2x2 block of floor. Other tunnels may be crossed.
 */
bool fit_test(const struct fit *fit, struct path path);

/* Adds a tunnel. Returns false if out of memory. */
bool fit_add(struct fit *fit, struct path path);

/*
 * Whether an added tunnel has at most three tiles outside of floors, and shares none with another
 * one.
 */
bool fit_is_lone(const struct fit *fit, struct path path);

void fit_free(struct fit *fit);
