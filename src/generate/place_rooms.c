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
static uint32_t choose_earlier_room(const struct generation *generation)
{
	const struct map *map = generation->map;
	const uint32_t newest = map->room_count - 1;
	if (map->recipe.connect == CONNECT_PREVIOUS)
		return newest - 1;
	const struct point center = room_center(map->rooms[newest]);
	const struct nearness newest_itself = {.distance = 0, .room = newest};
	struct nearness nearest;
	neighbors_list(generation->rooms, center, newest_itself, 1, &nearest);
	return nearest.room;
}

/* Connects the newest room to an earlier one. Returns false if out of memory. */
static bool connect_newest(const struct generation *generation)
{
	struct map *map = generation->map;
	const uint32_t newest = map->room_count - 1;
	if (newest == 0)
		return true;
	/* Draw the coin even though --tunnels around ignores it. The next room depends on it. */
	const bool is_heads = draws_coin(generation->draws);
	if (map->recipe.tunnels == TUNNELS_AROUND)
		return true;
	return map_add_tunnel(map, choose_earlier_room(generation), newest, is_heads);
}

/* Accepts a room that meets no other room. Returns false if out of memory. */
static bool accept_room(const struct generation *generation, struct area room)
{
	struct map *map = generation->map;
	if (!map_add_room(map, room))
		return false;
	if (!overlap_add(generation->rooms, map->rooms, map->room_count))
		return false;
	return connect_newest(generation);
}

/* Adds an attempt to the history, before its room is added. Returns false if out of memory. */
static bool record_attempt(struct history *history, const struct map *map, struct area room,
			   bool is_accepted)
{
	struct attempt attempt = {
		.room = room,
		.number = map->room_count,
		.placed = is_accepted,
	};
	if (!is_accepted) {
		attempt.number = 0;
		while (!areas_meet(room, map->rooms[attempt.number]))
			attempt.number++;
	}
	return history_add(history, &attempt);
}

/* Draws a room, and accepts it if it meets no other room. Returns false if out of memory. */
static bool try_room(const struct generation *generation)
{
	struct history *history = generation->history;
	const struct map *map = generation->map;
	const struct area room = draw_room(generation->draws, &map->recipe);
	const bool is_accepted = !overlap_meets(generation->rooms, room);
	if (history && !record_attempt(history, map, room, is_accepted))
		return false;
	if (!is_accepted)
		return true;
	return accept_room(generation, room);
}

/*
 * Returns the number of attempts after which the pass ends if no more rooms are accepted. If the
 * map already has enough attempts and rooms, returns 0: the pass ends now.
 */
static uint64_t attempts_max(const struct generation *generation)
{
	const struct recipe *recipe = &generation->map->recipe;
	if (generation->attempt_count < recipe->max_rooms)
		return recipe->max_rooms;
	if (generation->map->room_count < recipe->min_rooms)
		return (uint64_t)recipe->min_rooms * ATTEMPTS_PER_ROOM;
	return 0;
}

bool place_rooms(struct generation *generation)
{
	uint64_t count_max = attempts_max(generation);
	overlap_start(generation->rooms, generation->map);
	if (generation->history)
		history_start(generation->history);
	while (generation->attempt_count < count_max) {
		watch_work(generation->watch, 1, "room placement attempts",
			   generation->attempt_count, count_max);
		if (!try_room(generation))
			return false;
		generation->attempt_count++;
		count_max = attempts_max(generation);
	}
	return true;
}
