/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/fit.h"
#include "generate/generation.h"
#include "generate/graph.h"
#include "generate/neighbors.h"

/*
 * The tunnels, loops, and doors of --tunnels around. Tunnels run from wall to wall and avoid all
 * other rooms. Tunnels and the openings of rooms are one tile wide. dungen-generator(7) specifies
 * the rules.
 *
 * Usage:
 *
 *     struct around around = {0};
 *     around_dig_tunnels(&around, generation);    once for each map, after its rooms were placed
 *     around_place_doors(&around);                if the recipe has doors
 *     around_remove_doors(&around);               if its tunnels are to lose some of them
 *     map_sort_doors(map);
 *     around_free(&around);
 */

struct around {
	/* The map on which the passes dig, and its indexes. */
	struct map *map;                 /* the map that the passes change; not owned */
	struct overlap *room_overlap;    /* finds its rooms; not owned */
	const struct draws *draws;       /* random numbers; not owned */
	struct fit fit;                  /* its tunnels; finds another one that fits */
	struct neighbor_table neighbors; /* the nearest neighbors of each room */

	/*
	 * Groups of joined rooms, as trees. By room: an earlier room of its group, or the room
	 * itself if it is the first of its group.
	 */
	ARRAY(uint32_t, parents);
	/* By old number of a room: its new number, or NO_ROOM if the room was dropped. */
	ARRAY(uint32_t, new_numbers);

	/* Loops. */
	struct graph graph;
	ARRAY(uint32_t, starts); /* rooms at which a loop may still begin */
};

/*
 * Joins the rooms of a map that has no tunnels, and digs the loops of its recipe. Afterward, the
 * map and the index of its rooms contain only rooms that can be reached from each other. The caller
 * keeps the map and the index, and leaves them alone until the doors are placed. Returns false if
 * out of memory.
 */
bool around_dig_tunnels(struct around *around, struct generation *generation);

/*
 * Places the doors of the map whose tunnels were dug last, in the order of its tunnels. Every
 * opening of a room has a door, except where two doors would stand close together: a tunnel that
 * meets no other tunnel, and has at most door_gap tiles between its openings, has a door only at
 * its first end. Returns false if out of memory.
 */
bool around_place_doors(struct around *around);

/*
 * Removes all doors of tunnels that it draws, so that door_percent of the tunnels keep theirs, and
 * those with a locked or secret door. The doors are still in the order of the tunnels.
 */
void around_remove_doors(struct around *around);

/* Frees the memory. Safe on a zeroed struct. */
void around_free(struct around *around);
