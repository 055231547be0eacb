/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"
#include "rng/rng.h"

/*
 * Finds tunnels of --tunnels around that fit between the rooms and the tunnels dug so far. Rooms
 * and legs are rectangles in an index, so the cost of a test depends on the surroundings of the
 * tunnel, not on the size of the map.
 *
 * Usage:
 *
 *     struct fit fit = {0};
 *     struct leg legs[AROUND_LEGS];
 *     fit_start(&fit, map, room_overlap);                      once for each map
 *     path = fit_find(&fit, draws, from, to, legs);          any number of times
 *     if (path.count > 0)
 *             fit_add(&fit, path);                           the tunnel is dug
 *     fit_is_lone(&fit, path, first_leg);                    for an added tunnel, after all tunnels
 *     fit_free(&fit);
 */
struct fit {
	const struct overlap *room_overlap; /* index of all rooms; not owned */
	uint32_t spacing;         /* columns or rows of wall between parallel legs, at least */
	bool avoids_corners;      /* openings are not beside the corners of their rooms */
	ARRAY(struct area, legs); /* the legs of all tunnels, without their ends in rooms */
	struct overlap dug;       /* index of `legs` */
};

/* Starts a map without tunnels. The caller keeps the index of its rooms. */
void fit_start(struct fit *fit, const struct map *map, const struct overlap *room_overlap);

/*
 * Finds a tunnel of one to three legs between two rooms. Tries straight tunnels, then tunnels with
 * bends, and returns the first path that fits. The path leads from a floor tile just inside one
 * room to a floor tile just inside the other, and is stored in `legs`. Returns a path without legs
 * if no tunnel fits.
 */
struct path fit_find(const struct fit *fit, const struct draws *draws, struct area from,
		     struct area to, struct leg legs[AROUND_LEGS]);

/* Adds a tunnel. Returns false if out of memory. */
bool fit_add(struct fit *fit, struct path path);

/*
 * Returns whether no other tunnel shares a tile with an added tunnel or touches it along an edge.
 * `first_leg` is the index of its first leg: the number of legs that were added before.
 */
bool fit_is_lone(const struct fit *fit, struct path path, uint32_t first_leg);

/* Frees the memory. Safe on a zeroed struct. */
void fit_free(struct fit *fit);
