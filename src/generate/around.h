/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/around_join.h"
#include "generate/around_loops.h"
#include "generate/around_site.h"

/*
 * The tunnels of --tunnels around. They run from wall to wall and avoid all other rooms.
 * Tunnels and the openings of rooms are one tile wide. dungen-generator(7) specifies the rule.
 *
 * This is a sequence of passes over a map that has all its rooms. Each pass has a file:
 *
 *     around_join.h     joins the rooms, and drops rooms that it cannot join
 *     around_loops.h    digs the tunnels of --loops
 *     around_doors.h    places the doors of --doors
 *
 * The passes share a site (around_site.h).
 *
 * Usage:
 *
 *     struct around around = {0};
 *     around_dig_tunnels(&around, generation);    once for each map
 *     around_place_doors(&around);                if the recipe has doors
 *     around_free(&around);
 */
struct around {
	struct around_site site;
	struct around_join join;
	struct around_loops loops;
};

/*
 * Joins the rooms of a map that has no tunnels, and digs the loops of its recipe. Afterward, the
 * map and the index of its rooms contain only rooms that can be reached from each other. The caller
 * keeps the map and the index, and leaves them alone until the doors are placed. Returns false if
 * out of memory.
 */
bool around_dig_tunnels(struct around *around, const struct generation *generation);

/* Places the doors of the map whose tunnels were dug last. Returns false if out of memory. */
bool around_place_doors(struct around *around);

void around_free(struct around *around);
