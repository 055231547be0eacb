/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * The pass that places doors where tunnels go through the walls of rooms. The wall of a room is the
 * edge of its rectangle without the corners. A doorway is a floor tile in this wall that has wall
 * on both sides along the edge, and floor on its inner and outer side. Every doorway has a door,
 * except that two doorways can share an edge. Then only the room that was placed first has a door.
 *
 * Usage:
 *
 *     struct doors doors = {0};
 *     doors_place(&doors, map);    once for each map, after its tunnels were dug
 *     doors_free(&doors);
 */
struct doors {
	struct rows rows;
	struct memory sort;            /* memory of room_order */
	ARRAY(char, tiles);            /* three rows: 1 for each floor tile, 0 for each wall */
	const char *above;             /* the row above the current row */
	const char *current;           /* the current row */
	const char *below;             /* the row below the current row */
	uint32_t y;                    /* the current row */
	ARRAY(uint32_t, newest_doors); /* by column: index of its newest door plus 1, or 0 */

	const uint32_t *room_order; /* indices of rooms, sorted by the rows of their upper walls */
	uint32_t next_room;         /* index into room_order: the next rectangle to begin */
	ARRAY(uint32_t, active_rooms); /* rooms whose rectangles cross the current row */
	uint32_t active_count;         /* number of active rooms */
};

/*
 * Places the doors of a map that has all its rooms and tunnels. Returns false if out of
 * memory.
 */
bool doors_place(struct doors *doors, struct map *map);

/* Frees the memory. Safe on a zeroed struct. */
void doors_free(struct doors *doors);
