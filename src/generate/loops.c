/* SPDX-License-Identifier: MIT */
/*
 * A room tries its neighbors in the order of their distance, and never goes back. It digs a tunnel
 * to every neighbor that it tries, unless they have one already. So it has a tunnel to each
 * neighbor up to the one that it tried last, and the pass need not store which pairs of rooms have
 * tunnels.
 */
#include "generate/loops.h"

/*
 * Returns whether a tunnel joined two rooms before this pass. At that time, the only tunnel from
 * room i to an earlier room was tunnel i - 1.
 */
static bool were_joined(const struct map *map, uint32_t room, uint32_t other)
{
	const uint32_t earlier = lesser(room, other);
	const uint32_t later = greater(room, other);
	return map->tunnels[later - 1].from == earlier;
}

/* Returns whether `room` has tried `other` as its neighbor. */
static bool has_tried(const struct loops *loops, const struct map *map, uint32_t room,
		      uint32_t other)
{
	const struct point center = room_center(map->rooms[room]);
	const struct nearness nearness = nearness_of(room_center(map->rooms[other]), other, center);
	return !is_nearer(loops->rooms[room].last_tried, nearness);
}

/* Returns the nearest room to which a room has no tunnel. There must be one. */
static uint32_t find_end(struct loops *loops, const struct generation *generation, uint32_t room)
{
	const struct map *map = generation->map;
	const struct point center = room_center(map->rooms[room]);
	struct nearness *tried = &loops->rooms[room].last_tried;
	/* A neighbor that has tried this room before has dug a tunnel to it. */
	do
		(void)neighbors_list(generation->room_overlap, center, *tried, 1, tried);
	while (were_joined(map, room, tried->room) || has_tried(loops, map, tried->room, room));
	return tried->room;
}

bool loops_add(struct loops *loops, const struct generation *generation)
{
	struct map *map = generation->map;
	const uint64_t room_count = map->room_count;
	const uint64_t loops_max = room_count * (room_count - 1) / 2 - map->tunnel_count;
	uint64_t loops_wanted = recipe_loops(&map->recipe, map->room_count);
	if (loops_wanted > loops_max)
		loops_wanted = loops_max;
	if (loops_wanted == 0)
		return true;
	/* Reserve all memory now, so that a request for too many loops fails at once. */
	if (!array_reserve(map, tunnels, map->tunnel_count + loops_wanted))
		return false;
	if (!array_reserve(loops, rooms, map->room_count))
		return false;
	for (uint32_t i = 0; i < map->room_count; i++)
		loops->rooms[i] = (struct loop_room){.last_tried = {.distance = 0, .room = i}};
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		loops->rooms[map->tunnels[i].from].tunnel_count++;
		loops->rooms[map->tunnels[i].to].tunnel_count++;
	}
	for (uint64_t i = 0; i < loops_wanted; i++) {
		const uint32_t last_room = map->room_count - 1;
		uint32_t start;
		/* A loop cannot start in a room that has a tunnel to every other room. */
		do
			start = draws_range(generation->draws, 0, last_room);
		while (loops->rooms[start].tunnel_count == last_room);
		const uint32_t end = find_end(loops, generation, start);
		const bool is_heads = draws_coin(generation->draws);
		if (!map_add_tunnel(map, start, end, is_heads))
			return false;
		loops->rooms[start].tunnel_count++;
		loops->rooms[end].tunnel_count++;
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, rooms);
}
