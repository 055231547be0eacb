/* SPDX-License-Identifier: MIT */
/*
 * This is simpler than in doors.c, where tunnels can run through the walls of rooms in any way. A
 * tunnel around rooms starts in a wall and ends in a wall, and no other tunnel uses these two
 * tiles. So every end of a tunnel is an opening of its own.
 */
#include "generate/around_doors.h"

/*
 * Places a door in the wall of a room. A tunnel passes through the wall between a floor tile of the
 * room and the next corner of the tunnel. Returns false if out of memory.
 */
static bool place_door(struct map *map, uint32_t room, struct point floor, struct point corner)
{
	const struct point wall = step_toward(floor, corner);
	return map_add_door(map, wall, room);
}

/*
 * Places the doors of a tunnel. If the tunnel is short and lone, its last end has no door. Returns
 * false if out of memory.
 */
static bool place_tunnel_doors(struct around_site *site, uint32_t index)
{
	struct map *map = site->map;
	const struct tunnel tunnel = map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	const struct leg first_leg = path.legs[0];
	const struct leg last_leg = path.legs[path.count - 1];
	if (!place_door(map, tunnel.from, first_leg.from, first_leg.to))
		return false;
	if (fit_is_lone(&site->fit, path))
		return true;
	return place_door(map, tunnel.to, last_leg.to, last_leg.from);
}

bool around_doors_place(struct around_site *site)
{
	struct map *map = site->map;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		watch_work(site->watch, 1, "tunnels with doors", i, map->tunnel_count);
		if (!place_tunnel_doors(site, i))
			return false;
	}
	map_settle_doors(map);
	return true;
}
