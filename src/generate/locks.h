/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/walk.h"

/*
 * Locks and secrets. Chooses the rooms that need a key, places the keys, and chooses the rooms that
 * are hidden. dungen-generator(7) specifies the rules. They draw no random numbers.
 *
 * Usage:
 *
 *     struct locks locks = {0};
 *     locks_place(&locks, &walk, map);    for each map, after its doors were placed
 *     locks_free(&locks);
 *
 * The area of a room is all floor that a player reaches from its center without passing a door.
 * Closing a room removes its area from `open`, so that no search enters it.
 */
struct locks {
	struct walk *walk; /* the tiles of the map, and memory for searches; not owned */
	struct map *map;   /* not owned */

	/* A bit for each tile, like walk->walkable. */
	ARRAY(uint64_t, open); /* the walkable tiles that are not closed */
	ARRAY(uint64_t, area); /* the area that find_area found last */

	/* By room. */
	ARRAY(uint32_t, way_counts); /* number of tunnels of the room and its wings; not steps to
					wings */
	ARRAY(bool, is_barred);      /* the room may not be chosen */

	uint32_t spawn_room; /* the room of the spawn */
};

/* Places the locks, keys, and secrets of the recipe. Returns false if out of memory. */
bool locks_place(struct locks *locks, struct walk *walk, struct map *map);

/* Frees the memory. Safe on a zeroed struct. */
void locks_free(struct locks *locks);
