/* SPDX-License-Identifier: MIT */
#include "dungeon/dungeon.h"

#include <string.h>

const char *const connect_names[CONNECTS + 1] = {[CONNECT_PREVIOUS] = "previous", [CONNECT_NEAREST] = "nearest"};
const char *const tunnels_names[TUNNEL_KINDS + 1] = {[TUNNELS_THROUGH] = "through", [TUNNELS_AROUND] = "around"};
const char *const exit_names[EXIT_RULES + 1] = {[EXIT_LAST] = "last", [EXIT_FARTHEST] = "farthest"};

uint64_t recipe_space(const struct recipe *recipe)
{
	/*
	 * Every room covers a tile whose coordinates are both one less than a multiple of `side`, and no two the same
	 * one.
	 */
	uint32_t side = recipe->room_min + 1;
	return (uint64_t)(recipe->width / side) * (recipe->height / side);
}

uint64_t recipe_safe_rooms(const struct recipe *recipe)
{
	/*
	 * An estimate of how many rooms 1000 attempts for each can place. A room of side s keeps smallest rooms off
	 * about (s + room_min + 1)^2 places; maps end at 1.8 to 2.1 times all places divided by that square for the
	 * mean s, or less if they have few rooms. Tunnels around rooms cannot reach all of many small ones. Both
	 * factors and the 0.8 are measured: 200 to 500 seeds of each of 250 shapes, 12x60 to 200x200, with rooms of 2
	 * to 60.
	 */
	double mean = (recipe->room_min + (double)recipe->room_max) / 2, side = mean + recipe->room_min + 1;
	double places = (double)(recipe->width - recipe->room_min) * (recipe->height - recipe->room_min);
	double factor = 1.75;
	if (recipe->tunnels == TUNNELS_AROUND && 0.35 * (mean - 1) < factor)
		factor = 0.35 * (mean - 1);
	double safe = factor * places / (side * side) - 0.8;
	return safe < 1 ? 1 : (uint64_t)safe;
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

unsigned tunnel_path(const struct dungeon *dungeon, uint32_t index, struct point path[PATH_POINTS])
{
	if (dungeon->recipe.tunnels == TUNNELS_AROUND) {
		memcpy(path, dungeon->routes[index].corners, sizeof dungeon->routes[index].corners);
		return dungeon->routes[index].count;
	}
	struct tunnel tunnel = dungeon->tunnels[index];
	struct point from = room_center(dungeon->rooms[tunnel.from]), to = room_center(dungeon->rooms[tunnel.to]);
	bool straight = from.x == to.x || from.y == to.y;
	path[0] = from;
	path[1] = straight ? to : tunnel_bend(tunnel, from, to);
	path[2] = to;
	return straight ? 2 : 3;
}

void dungeon_free(struct dungeon *dungeon)
{
	array_free(dungeon, rooms);
	array_free(dungeon, tunnels);
	array_free(dungeon, routes);
	array_free(dungeon, doors);
	sort_free(&dungeon->door_sort);
	*dungeon = (struct dungeon){0};
}
