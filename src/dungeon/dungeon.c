/* SPDX-License-Identifier: MIT */
#include "dungeon/dungeon.h"

#include <stdlib.h>

uint32_t recipe_most_rooms(const struct recipe *recipe)
{
	uint64_t side = (uint64_t)recipe->room_min + 1;
	uint64_t fit = (uint64_t)recipe->width * recipe->height / (side * side);
	return fit < recipe->max_rooms ? (uint32_t)fit : recipe->max_rooms;
}

/* Where a tunnel bends. */
static struct point bend(struct tunnel tunnel, struct point from, struct point to)
{
	return tunnel.row_first ? (struct point){to.x, from.y} : (struct point){from.x, to.y};
}

unsigned tunnel_path(const struct dungeon *dungeon, struct tunnel tunnel, struct point path[3])
{
	struct point from = room_center(dungeon->rooms[tunnel.from]);
	struct point to = room_center(dungeon->rooms[tunnel.to]);
	unsigned count = 0;
	path[count++] = from;
	if (from.x != to.x && from.y != to.y)
		path[count++] = bend(tunnel, from, to);
	path[count++] = to;
	return count;
}

uint32_t dungeon_area_count(const struct dungeon *dungeon)
{
	return dungeon->room_count + 2 * dungeon->tunnel_count;
}

struct area dungeon_area(const struct dungeon *dungeon, uint32_t index)
{
	if (index < dungeon->room_count)
		return room_floor(dungeon->rooms[index]);

	uint32_t run = index - dungeon->room_count;
	struct tunnel tunnel = dungeon->tunnels[run / 2];
	struct point from = room_center(dungeon->rooms[tunnel.from]);
	struct point to = room_center(dungeon->rooms[tunnel.to]);
	struct point corner = bend(tunnel, from, to);
	if (run % 2 == 0) {
		uint32_t left = from.x < to.x ? from.x : to.x;
		uint32_t right = from.x < to.x ? to.x : from.x;
		return (struct area){left, corner.y, right - left + 1, 1};
	}
	uint32_t top = from.y < to.y ? from.y : to.y;
	uint32_t bottom = from.y < to.y ? to.y : from.y;
	return (struct area){corner.x, top, 1, bottom - top + 1};
}

void dungeon_free(struct dungeon *dungeon)
{
	free(dungeon->rooms);
	free(dungeon->tunnels);
	*dungeon = (struct dungeon){0};
}
