/* SPDX-License-Identifier: MIT */
#include "dungeon/dungeon.h"

#include "dungeon/memory.h"

#include <stdlib.h>

const char *const connect_names[CONNECTS + 1] = {[CONNECT_PREVIOUS] = "previous", [CONNECT_NEAREST] = "nearest"};
const char *const tunnels_names[TUNNEL_KINDS + 1] = {[TUNNELS_THROUGH] = "through", [TUNNELS_AROUND] = "around"};
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
	return memory_grow(&dungeon->rooms, &dungeon->room_capacity, DUNGEON_MOST_ROOMS, sizeof *dungeon->rooms,
			   recipe_most_rooms(&dungeon->recipe));
}

bool dungeon_grow_tunnels(struct dungeon *dungeon)
{
	uint64_t likely = (uint64_t)recipe_most_rooms(&dungeon->recipe) + dungeon->recipe.loops;
	return memory_grow(&dungeon->tunnels, &dungeon->tunnel_capacity, DUNGEON_MOST_TUNNELS, sizeof *dungeon->tunnels,
			   likely);
}

bool dungeon_grow_doors(struct dungeon *dungeon)
{
	return memory_grow(&dungeon->doors, &dungeon->door_capacity, INT32_MAX, sizeof *dungeon->doors,
			   (uint64_t)recipe_most_rooms(&dungeon->recipe) * DOORS_PER_ROOM);
}

bool dungeon_grow_routes(struct dungeon *dungeon)
{
	return memory_grow(&dungeon->routes, &dungeon->route_capacity, DUNGEON_MOST_TUNNELS, sizeof *dungeon->routes,
			   (uint64_t)recipe_most_rooms(&dungeon->recipe) + dungeon->recipe.loops);
}

/* Two corners of a route that are its bends, or where it is straight one of its ends. */
static void route_bends(struct tunnel tunnel, struct route route, struct point bends[2])
{
	bends[0] = tunnel.row_first ? (struct point){route.middle, route.from.y} : (struct point){route.from.x, route.middle};
	bends[1] = tunnel.row_first ? (struct point){route.middle, route.to.y} : (struct point){route.to.x, route.middle};
}

struct area route_area(const struct dungeon *dungeon, uint32_t tunnel, uint32_t run)
{
	struct route route = dungeon->routes[tunnel];
	struct point ends[4] = {route.from, [3] = route.to};
	route_bends(dungeon->tunnels[tunnel], route, ends + 1);
	struct point a = ends[run], b = ends[run + 1];
	return (struct area){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, (a.x < b.x ? b.x - a.x : a.x - b.x) + 1,
			     (a.y < b.y ? b.y - a.y : a.y - b.y) + 1};
}

unsigned tunnel_path(const struct dungeon *dungeon, uint32_t index, struct point path[PATH_POINTS])
{
	struct tunnel tunnel = dungeon->tunnels[index];
	struct point corners[PATH_POINTS];
	if (dungeon->recipe.tunnels == TUNNELS_AROUND) {
		corners[0] = dungeon->routes[index].from;
		route_bends(tunnel, dungeon->routes[index], corners + 1);
		corners[3] = dungeon->routes[index].to;
	} else {
		corners[0] = room_center(dungeon->rooms[tunnel.from]);
		corners[3] = room_center(dungeon->rooms[tunnel.to]);
		corners[1] = corners[2] = tunnel_bend(tunnel, corners[0], corners[3]);
	}
	/* A run without length is no corner. */
	unsigned count = 1;
	path[0] = corners[0];
	for (unsigned i = 1; i < PATH_POINTS; i++)
		if (corners[i].x != path[count - 1].x || corners[i].y != path[count - 1].y)
			path[count++] = corners[i];
	return count;
}

void dungeon_free(struct dungeon *dungeon)
{
	free(dungeon->rooms);
	free(dungeon->tunnels);
	free(dungeon->routes);
	free(dungeon->doors);
	free(dungeon->door_memory);
	*dungeon = (struct dungeon){0};
}
