/* SPDX-License-Identifier: MIT */
#include "dungeon/dungeon.h"

const char *const connect_names[CONNECTS + 1] = {[CONNECT_PREVIOUS] = "previous", [CONNECT_NEAREST] = "nearest"};
const char *const exit_names[EXIT_RULES + 1] = {[EXIT_LAST] = "last", [EXIT_FARTHEST] = "farthest"};

uint64_t recipe_space(const struct recipe *recipe)
{
	/* Every room has one of the tiles whose coordinates leave this remainder, and no two rooms have the same. */
	uint32_t side = recipe->room_min + 1;
	return (uint64_t)(recipe->width / side) * (recipe->height / side);
}

uint32_t recipe_most_rooms(const struct recipe *recipe)
{
	uint32_t wanted = recipe->min_rooms > recipe->max_rooms ? recipe->min_rooms : recipe->max_rooms;
	uint64_t space = recipe_space(recipe);
	return space < wanted ? (uint32_t)space : wanted;
}

void dungeon_start(struct dungeon *dungeon, const struct recipe *recipe)
{
	dungeon->recipe = *recipe;
	dungeon->room_count = 0;
	dungeon->tunnel_count = 0;
	dungeon->door_count = 0;
	dungeon->attempts = 0;
}

bool dungeon_grow_rooms(struct dungeon *dungeon)
{
	return array_grow(dungeon, rooms, DUNGEON_MOST_ROOMS, recipe_most_rooms(&dungeon->recipe));
}

bool dungeon_grow_tunnels(struct dungeon *dungeon)
{
	uint64_t likely = (uint64_t)recipe_most_rooms(&dungeon->recipe) + dungeon->recipe.loops;
	return array_grow(dungeon, tunnels, DUNGEON_MOST_TUNNELS, likely);
}

bool dungeon_grow_doors(struct dungeon *dungeon)
{
	return array_grow(dungeon, doors, INT32_MAX, (uint64_t)recipe_most_rooms(&dungeon->recipe) * DOORS_PER_ROOM);
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
	array_free(dungeon, rooms);
	array_free(dungeon, tunnels);
	array_free(dungeon, doors);
	sort_free(&dungeon->door_sort);
	*dungeon = (struct dungeon){0};
}
