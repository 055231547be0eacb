/* SPDX-License-Identifier: MIT */
/*
 * This is simpler than in doors.c, where tunnels can run through the walls of rooms in any way. A
 * tunnel around rooms starts in a wall and ends in a wall, and no other tunnel uses these two
 * tiles. So every end of a tunnel is an opening of its own.
 */
#include "generate/around_doors.h"

/* Adds a door to the wall of the room where a tunnel begins. Returns false if out of memory. */
static bool add_first_door(struct map *map, struct tunnel tunnel, struct path path)
{
	const struct leg first_leg = path.legs[0];
	const struct point wall = step_toward(first_leg.from, first_leg.to);
	return map_add_door(map, wall, tunnel.from);
}

/* Does the same where the tunnel ends. */
static bool add_last_door(struct map *map, struct tunnel tunnel, struct path path)
{
	const struct leg last_leg = path.legs[path.count - 1];
	const struct point wall = step_toward(last_leg.to, last_leg.from);
	return map_add_door(map, wall, tunnel.to);
}

bool around_doors_place(struct around_site *site)
{
	struct map *map = site->map;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct tunnel tunnel = map->tunnels[i];
		const struct path path = tunnel_path(map, i);
		watch_work(site->watch, 1, "tunnels with doors", i, map->tunnel_count);
		if (!add_first_door(map, tunnel, path))
			return false;
		if (fit_is_lone(&site->fit, path))
			continue;
		if (!add_last_door(map, tunnel, path))
			return false;
	}
	map_settle_doors(map);
	return true;
}
