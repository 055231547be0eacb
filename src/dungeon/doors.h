/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DOORS_H
#define DUNGEN_DOORS_H

#include "dungeon/rows.h"

/*
 * The pass that places doors: where a tunnel goes through the wall of a room. The wall is the edge of the room's
 * rectangle without its corners; a door stands on a tile of it that is floor, between two tiles of wall along the
 * edge, with floor on its inner and its outer side. Of two such tiles that share an edge, only the one of the room
 * placed first is a door. Zeroed before the first map, used again for the next, freed with doors_free.
 */
struct doors {
	struct rows rows;
	struct sort sort;
	const uint32_t *order; /* the rooms by their upper walls */
	uint32_t next_room;    /* index into `order`: the next one whose rectangle begins */
	ARRAY(char, tiles);    /* three rows: before, at and after the one that is looked at */
	ARRAY(uint32_t,
	      newest); /* by column: the last doorway found, as an index into the dungeon's doors plus 1; 0: none */
	ARRAY(uint32_t, active); /* the rooms whose rectangles the row crosses */
	uint32_t active_count;
};

/*
 * Places the doors of a dungeon whose rooms and tunnels are complete; nothing else in it changes. Returns false if out
 * of memory.
 */
bool doors_place(struct doors *doors, struct dungeon *dungeon);

/*
 * Removes doors that belong to no room and sets door_order. Before, the doors are from top to bottom. Returns false if
 * out of memory.
 */
bool doors_settle(struct dungeon *dungeon);

void doors_free(struct doors *doors);

#endif
