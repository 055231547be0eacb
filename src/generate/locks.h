/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * Locks and secrets. Chooses the rooms that need a key, places the keys, and chooses the rooms that
 * are hidden. dungen-generator(7) specifies the rules. They draw no random numbers.
 *
 * Usage:
 *
 *     struct locks locks = {0};
 *     locks_place(&locks, map);    for each map, after its doors were placed
 *     locks_free(&locks);
 *
 * The area of a room is all floor that a player reaches from its center without passing a door. A
 * look at all rows finds the areas. From then on, a graph replaces the tiles: its nodes are the
 * doors, by index, and the areas, and each door is joined to the areas and doors beside it.
 */
enum { DOOR_SIDES = 4 };
typedef uint32_t door_sides[DOOR_SIDES]; /* the nodes of the tiles that share an edge with a door,
					    then NO_NODE for walls */
#define NO_NODE UINT32_MAX

struct locks {
	struct map *map; /* not owned */

	/* For find_nodes. While it looks at rows, an area can have several nodes. */
	struct rows rows;        /* draws the map */
	struct memory room_sort; /* memory for the rooms in the order of their first rows */
	struct memory door_sort; /* memory for the doors in the order of their rows */
	ARRAY(uint32_t, labels); /* by column: the node of the tile in the last row, or NO_NODE */

	uint32_t node_count;
	ARRAY(door_sides, sides); /* by door */
	ARRAY(uint32_t, areas);   /* by room: the node of its area */

	/* By node. */
	ARRAY(bool, is_open);     /* players may enter it */
	ARRAY(uint32_t, parents); /* a node that can be reached from it, toward a common node */

	/* By room. */
	ARRAY(uint32_t, way_counts); /* number of tunnels of the room and its wings; not steps to
					wings */
	ARRAY(bool, is_barred);      /* the room may not be chosen */

	uint32_t spawn_room; /* the room of the spawn */
};

/* Places the locks, keys, and secrets of the recipe. Returns false if out of memory. */
bool locks_place(struct locks *locks, struct map *map);

/* Frees the memory. Safe on a zeroed struct. */
void locks_free(struct locks *locks);
