/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/walk.h"

/*
 * The pass that places doors where tunnels go through the walls of rooms. The wall of a room is the
 * edge of its rectangle without the corners. A doorway is a floor tile in this wall that has wall
 * on both sides along the edge, and floor on its inner and outer side. Every doorway has a door,
 * except that two doorways can share an edge. Then only the room that was placed first has a door.
 */

/*
 * Places the doors of a map that has all its rooms and tunnels, and that `walk` has loaded. Returns
 * false if out of memory.
 */
bool doors_place(struct walk *walk, struct map *map);
