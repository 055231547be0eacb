/* SPDX-License-Identifier: MIT */
#include "model/dungeon.h"

#include <stdlib.h>
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

uint32_t recipe_most_rooms(const struct recipe *recipe)
{
	uint32_t wanted = recipe->min_rooms > recipe->max_rooms ? recipe->min_rooms : recipe->max_rooms;
	uint64_t space = recipe_space(recipe);
	return space < wanted ? (uint32_t)space : wanted;
}

uint32_t recipe_limit(const struct recipe *recipe)
{
	return recipe->tunnels == TUNNELS_AROUND ? DUNGEON_MOST_ROUTES : DUNGEON_MOST_ROOMS;
}

enum recipe_fault recipe_check(const struct recipe *recipe)
{
#define X(name, lowest, highest, usual)                                            \
	if ((int64_t)recipe->name < (lowest) || (int64_t)recipe->name > (highest)) \
		return RECIPE_OUT_OF_RANGE;
	RECIPE_OPTIONS(X)
#undef X
	if (recipe->room_max >= lesser(recipe->width, recipe->height))
		return RECIPE_LARGE_ROOMS;
	if (recipe->room_min > recipe->room_max)
		return RECIPE_REVERSED;
	if (recipe->min_rooms > recipe_space(recipe))
		return RECIPE_NO_SPACE;
	return recipe_most_rooms(recipe) > recipe_limit(recipe) ? RECIPE_TOO_MANY : RECIPE_SOUND;
}

void dungeon_start(struct dungeon *dungeon, const struct recipe *recipe)
{
	dungeon->recipe = *recipe;
	dungeon->room_count = 0;
	dungeon->tunnel_count = 0;
	dungeon->door_count = 0;
	dungeon->attempts = 0;
	if (dungeon->watch)
		dungeon->watch->work = 0;
	dungeon->read = false;
	dungeon->lacks = 0;
	dungeon->corner_count = 0;
	dungeon->run_count = 0;
}

bool dungeon_add_path(struct dungeon *dungeon, uint32_t from, uint32_t to, const struct point *path, uint32_t count)
{
	uint64_t corners = (uint64_t)dungeon->corner_count + count;
	if (corners > UINT32_MAX / 4 || !array_reserve(dungeon, corners, corners) ||
	    !array_reserve(dungeon, runs, corners) ||
	    !array_reserve(dungeon, corner_ends, (uint64_t)dungeon->tunnel_count + 1) ||
	    !dungeon_add_tunnel(dungeon, from, to, false))
		return false;
	memcpy(dungeon->corners + dungeon->corner_count, path, count * sizeof *path);
	for (uint32_t i = 1; i < count; i++)
		dungeon->runs[dungeon->run_count++] = area_between(path[i - 1], path[i]);
	dungeon->corner_count = (uint32_t)corners;
	dungeon->corner_ends[dungeon->tunnel_count - 1] = dungeon->corner_count;
	return true;
}

static int compare_doors(const void *left, const void *right)
{
	const struct door *a = left, *b = right;
	if (a->room != b->room)
		return a->room < b->room ? -1 : 1;
	if (a->at.y != b->at.y)
		return a->at.y < b->at.y ? -1 : 1;
	return (a->at.x > b->at.x) - (a->at.x < b->at.x);
}

void dungeon_settle_doors(struct dungeon *dungeon)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		if (dungeon->doors[i].room != NO_ROOM)
			dungeon->doors[count++] = dungeon->doors[i];
	dungeon->door_count = count;
	/* Without doors there may be no array. */
	if (count > 0)
		qsort(dungeon->doors, count, sizeof *dungeon->doors, compare_doors);
}

void tunnel_path(const struct dungeon *dungeon, uint32_t index, struct path *path)
{
	path->corners = path->own;
	if (dungeon->run_count > 0) {
		uint32_t first = index > 0 ? dungeon->corner_ends[index - 1] : 0;
		path->corners = dungeon->corners + first;
		path->count = dungeon->corner_ends[index] - first;
		return;
	}
	if (dungeon->recipe.tunnels == TUNNELS_AROUND) {
		path->corners = dungeon->routes[index].corners;
		path->count = dungeon->routes[index].count;
		return;
	}
	struct tunnel tunnel = dungeon->tunnels[index];
	struct point from = room_center(dungeon->rooms[tunnel.from]), to = room_center(dungeon->rooms[tunnel.to]);
	bool straight = from.x == to.x || from.y == to.y;
	path->own[0] = from;
	path->own[1] = straight ? to : tunnel_bend(tunnel, from, to);
	path->own[2] = to;
	path->count = straight ? 2 : 3;
}

void dungeon_free(struct dungeon *dungeon)
{
	array_free(dungeon, rooms);
	array_free(dungeon, tunnels);
	array_free(dungeon, routes);
	array_free(dungeon, doors);
	array_free(dungeon, tiles);
	array_free(dungeon, corners);
	array_free(dungeon, corner_ends);
	array_free(dungeon, runs);
	array_free(dungeon, tried);
	*dungeon = (struct dungeon){0};
}
