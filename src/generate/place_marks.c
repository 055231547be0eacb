/* SPDX-License-Identifier: MIT */
#include "generate/place_marks.h"

/* Places a mark in the center of a room. */
static void place_mark(struct map *map, enum mark_kind kind, uint32_t room)
{
	map->marks[kind] = (struct mark){
		.at = room_center(map->rooms[room]),
		.is_set = true,
	};
}

/*
 * Moves the exit to the room whose center is farthest from the spawn. Among equally far rooms, it
 * takes the earliest. Returns false if out of memory.
 *
 * One search from the spawn is enough. It reaches tiles in the order of their distance, so each
 * room that the search has not reached yet is farther than all rooms before it.
 */
static bool place_exit_farthest(struct walk *walk, struct map *map, struct watch *watch)
{
	const struct point spawn = map->marks[MARK_SPAWN].at;
	if (!walk_load(walk, map, watch))
		return false;
	if (!walk_begin(walk, spawn))
		return false;
	place_mark(map, MARK_EXIT, 0);
	map->exit_distance = 0;
	for (uint32_t room = 1; room < map->room_count; room++) {
		const struct point center = room_center(map->rooms[room]);
		if (!walk_is_unreached(walk, center))
			continue;
		if (!walk_advance_to(walk, &center))
			return false;
		place_mark(map, MARK_EXIT, room);
		map->exit_distance = walk->steps;
	}
	map->exit_distance_is_walked = true;
	return true;
}

bool place_marks(struct walk *walk, const struct generation *generation)
{
	struct map *map = generation->map;
	place_mark(map, MARK_SPAWN, 0);
	if (map->recipe.exit == EXIT_FARTHEST)
		return place_exit_farthest(walk, map, generation->watch);
	place_mark(map, MARK_EXIT, map->room_count - 1);
	return true;
}
