/* SPDX-License-Identifier: MIT */
#include "generate/place_rooms.h"

#include "generate/neighbors.h"

enum { ATTEMPTS_PER_ROOM = 1000 }; /* for each room of min_rooms, at most */

/* Draws the place and the size of a room, with its walls. */
static struct area draw_room(const struct draws *draws, const struct recipe *recipe)
{
	/* Each in its own statement: C does not specify the order of two draws in one. */
	const uint32_t width = draws_range(draws, recipe->room_min, recipe->room_max);
	const uint32_t height = draws_range(draws, recipe->room_min, recipe->room_max);
	const uint32_t x = draws_range(draws, 0, recipe->width - width - 1);
	const uint32_t y = draws_range(draws, 0, recipe->height - height - 1);
	return (struct area){
		.x1 = x,
		.y1 = y,
		.x2 = x + width,
		.y2 = y + height,
	};
}

/* Returns the room to which the newest room is connected: the one before it, or the nearest. */
static uint32_t choose_earlier_room(const struct overlap *rooms, const struct map *map)
{
	const uint32_t newest = map->room_count - 1;
	if (map->recipe.connect == CONNECT_PREVIOUS)
		return newest - 1;
	const struct nearness newest_itself = {.distance = 0, .room = newest};
	struct nearness nearest;
	neighbors_list(rooms, room_center(map->rooms[newest]), newest_itself, 1, &nearest);
	return nearest.room;
}

/* Connects the newest room to an earlier one. Returns false if out of memory. */
static bool connect_newest(const struct overlap *rooms, const struct draws *draws, struct map *map)
{
	const uint32_t newest = map->room_count - 1;
	if (newest == 0)
		return true;
	/* Draw the coin even though --tunnels around ignores it. The next room depends on it. */
	const bool is_heads = draws_coin(draws);
	if (map->recipe.tunnels == TUNNELS_AROUND)
		return true;
	return map_add_tunnel(map, choose_earlier_room(rooms, map), newest, is_heads);
}

/* Accepts a room that meets no other room. Returns false if out of memory. */
static bool accept_room(struct overlap *rooms, const struct draws *draws, struct map *map,
			struct area room)
{
	if (!map_add_room(map, room))
		return false;
	if (!overlap_add(rooms, map->rooms, map->room_count))
		return false;
	return connect_newest(rooms, draws, map);
}

/* Keeps an attempt, before its room is added. Returns false if out of memory. */
static bool keep_attempt(struct map *map, struct area room, bool is_accepted)
{
	uint32_t number = 0;
	if (!array_reserve(map, tried, map->attempts + 1))
		return false;
	if (is_accepted) {
		number = map->room_count;
	} else {
		while (!areas_meet(room, map->rooms[number]))
			number++;
	}
	map->tried[map->attempts] = (struct attempt){
		.room = room,
		.number = number,
		.placed = is_accepted,
	};
	return true;
}

/* Returns the number of attempts after which the pass ends, if nothing changes before. */
static uint64_t attempts_wanted(const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	if (map->attempts < recipe->max_rooms)
		return recipe->max_rooms;
	if (map->room_count < recipe->min_rooms)
		return (uint64_t)recipe->min_rooms * ATTEMPTS_PER_ROOM;
	return 0;
}

bool place_rooms(struct overlap *rooms, const struct draws *draws, struct map *map,
		 struct watch *watch)
{
	overlap_start(rooms, map);
	while (map->attempts < attempts_wanted(map)) {
		watch_work(watch, 1, "room placement attempts", map->attempts,
			   attempts_wanted(map));
		const struct area room = draw_room(draws, &map->recipe);
		const bool is_accepted = !overlap_meets(rooms, room);
		if (map->keeps_attempts && !keep_attempt(map, room, is_accepted))
			return false;
		if (is_accepted && !accept_room(rooms, draws, map, room))
			return false;
		map->attempts++;
	}
	return true;
}
