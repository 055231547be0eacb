/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * The pass that places doors where tunnels go through the walls of rooms. A room's wall is the edge
 * of its rectangle without the corners. A door is a floor tile there, with wall on both sides along
 * the edge and floor on its inner and outer side. Of two such tiles that share an edge, only that
 * of the room placed first is a door.
 */
struct doors {
	struct rows rows;
	struct memory sort;
	const uint32_t *order;      /* rooms sorted by their upper walls */
	uint32_t next_room;         /* index into `order`: the next room whose rectangle begins */
	ARRAY(char, tiles);         /* three rows, a byte for each tile: 1 for floor, 0 for wall */
	char *above, *here, *below; /* these: the current row between the others */
	uint32_t y;                 /* of the current row */
	ARRAY(uint32_t, newest); /* by column: index of the last doorway found, plus 1; 0: none */
	ARRAY(uint32_t, active); /* rooms whose rectangles cross the current row */
	uint32_t active_count;
};

/*
 * Places the doors of a map that has all its rooms and tunnels. Reports to `watch`, which may be
 * NULL. Returns false if out of memory.
 */
bool doors_place(struct doors *doors, struct map *map, struct watch *watch);

void doors_free(struct doors *doors);
