/* SPDX-License-Identifier: MIT */
#include "dungeon/dungeon.h"

#include <stdlib.h>

uint32_t recipe_most_rooms(const struct recipe *recipe)
{
	uint64_t side = (uint64_t)recipe->room_min + 1;
	uint64_t fit = (uint64_t)recipe->width * recipe->height / (side * side);
	return fit < recipe->max_rooms ? (uint32_t)fit : recipe->max_rooms;
}

unsigned tunnel_path(const struct dungeon *dungeon, struct tunnel tunnel, struct point path[3])
{
	struct point from = room_center(dungeon->rooms[tunnel.from]);
	struct point to = room_center(dungeon->rooms[tunnel.to]);
	unsigned count = 0;
	path[count++] = from;
	if (from.x != to.x && from.y != to.y)
		path[count++] = tunnel_bend(tunnel, from, to);
	path[count++] = to;
	return count;
}

void dungeon_free(struct dungeon *dungeon)
{
	free(dungeon->rooms);
	free(dungeon->tunnels);
	*dungeon = (struct dungeon){0};
}
