/* SPDX-License-Identifier: MIT */
#include "map/dungeon.h"

#include <string.h>

const char *const connect_names[CONNECTS + 1] = {
	[CONNECT_PREVIOUS] = "previous", [CONNECT_NEAREST] = "nearest"};
const char *const tunnels_names[TUNNEL_KINDS + 1] = {
	[TUNNELS_THROUGH] = "through", [TUNNELS_AROUND] = "around"};
const char *const mark_names[MARK_KINDS] = {[MARK_SPAWN] = "spawn", [MARK_EXIT] = "exit"};
const char *const exit_names[EXIT_RULES + 1] = {[EXIT_LAST] = "last", [EXIT_FARTHEST] = "farthest"};

uint64_t recipe_space(const struct recipe *recipe)
{
	/*
	 * Every room covers a tile whose coordinates are both one less than a multiple of `side`,
	 * and no two the same one.
	 */
	uint32_t side = recipe->room_min + 1;
	return (uint64_t)(recipe->width / side) * (recipe->height / side);
}

uint32_t recipe_most_rooms(const struct recipe *recipe)
{
	uint32_t wanted = recipe->min_rooms > recipe->max_rooms ? recipe->min_rooms
								: recipe->max_rooms;
	uint64_t space = recipe_space(recipe);
	return space < wanted ? (uint32_t)space : wanted;
}

uint32_t recipe_limit(const struct recipe *recipe)
{
	return recipe->tunnels == TUNNELS_AROUND ? DUNGEON_MOST_ROOMS_AROUND : DUNGEON_MOST_ROOMS;
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
	dungeon->leg_count = 0;
	dungeon->door_count = 0;
	dungeon->attempts = 0;
	if (dungeon->watch)
		dungeon->watch->work = 0;
	dungeon->lacks = 0;
	dungeon->exit_distance_is_walked = false;
	memset(dungeon->marks, 0, sizeof dungeon->marks);
}

bool dungeon_dig_through(struct dungeon *dungeon)
{
	if (!array_reserve(dungeon, legs, (uint64_t)dungeon->tunnel_count * THROUGH_LEGS))
		return false;
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel *tunnel = &dungeon->tunnels[i];
		const struct point from = room_center(dungeon->rooms[tunnel->from]);
		const struct point to = room_center(dungeon->rooms[tunnel->to]);
		watch_work(dungeon->watch, 1, "tunnels dug", i, dungeon->tunnel_count);
		const struct point bend = tunnel->row_first ? (struct point){to.x, from.y}
							    : (struct point){from.x, to.y};
		const bool is_straight = from.x == to.x || from.y == to.y;
		if (is_straight) {
			dungeon->legs[dungeon->leg_count++] = (struct leg){from, to};
		} else {
			dungeon->legs[dungeon->leg_count++] = (struct leg){from, bend};
			dungeon->legs[dungeon->leg_count++] = (struct leg){bend, to};
		}
		tunnel->legs_end = dungeon->leg_count;
	}
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

uint32_t dungeon_area_row(const void *dungeon, uint32_t index)
{
	return dungeon_area(dungeon, index).y1;
}

enum tile dungeon_tile(const struct dungeon *dungeon, struct point at)
{
	if (dungeon->lacks & LACKS_ROOMS)
		return (enum tile)dungeon->tiles[(size_t)at.y * dungeon->recipe.width + at.x];
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		if (dungeon->doors[i].at.x == at.x && dungeon->doors[i].at.y == at.y)
			return TILE_DOOR;
	for (uint32_t i = 0; i < dungeon_area_count(dungeon); i++) {
		struct area area = dungeon_area(dungeon, i);
		if (area.x1 <= at.x && at.x <= area.x2 && area.y1 <= at.y && at.y <= area.y2)
			return TILE_FLOOR;
	}
	return TILE_WALL;
}

void dungeon_free(struct dungeon *dungeon)
{
	array_free(dungeon, rooms);
	array_free(dungeon, tunnels);
	array_free(dungeon, legs);
	array_free(dungeon, doors);
	array_free(dungeon, tiles);
	array_free(dungeon, tried);
	*dungeon = (struct dungeon){0};
}
