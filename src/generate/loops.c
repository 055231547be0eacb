/* SPDX-License-Identifier: MIT */
#include "generate/loops.h"

/*
 * Each room keeps a list of the neighbors that it tries next, because a search for the next one
 * alone takes longer with each neighbor that was tried. 300,000 loops on a 400x400 map take 0.3 s
 * instead of 3.6 s; with up to one loop for each room there is no difference.
 *
 * These are the neighbors that are listed at once for each room.
 */
enum { NEAR_LEAST = 16, NEAR_MOST = 128 };

static bool start(struct loops *loops, struct map *map, uint32_t wanted)
{
	uint32_t rooms = map->room_count;
	uint64_t tunnels = (uint64_t)map->tunnel_count + wanted;
	/* About as many as a room will try. More are listed again, from the first ring on. */
	uint32_t near = NEAR_LEAST + wanted / rooms * 2;
	loops->near_most = lesser(lesser(near, NEAR_MOST), rooms - 1);
	if (tunnels > MAP_MOST_TUNNELS || !array_reserve(map, tunnels, tunnels) ||
	    !array_reserve(loops, rooms, rooms) ||
	    !array_reserve(loops, near, (uint64_t)rooms * loops->near_most))
		return false;
	for (uint32_t i = 0; i < rooms; i++)
		loops->rooms[i] = (struct loop_room){.tried = {0, i}};
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		loops->rooms[map->tunnels[i].from].joined++;
		loops->rooms[map->tunnels[i].to].joined++;
	}
	return true;
}

/*
 * Whether a room that tries its neighbors in order is joined to the next of these, by a tunnel that
 * was there before or by a loop that the other room began. Its own loops lead to rooms that it has
 * tried already.
 */
static bool is_joined(const struct loops *loops, const struct map *map, uint32_t room,
		      uint32_t other)
{
	/* A room is joined to all that it has tried. */
	return map->tunnels[greater(room, other) - 1].from == lesser(room, other) ||
	       !is_nearer(loops->rooms[other].tried,
			  nearness_of(map->rooms[room], room, room_center(map->rooms[other])));
}

/* Returns the nearest room that this one is not joined to. There must be one. */
static uint32_t find_nearest(struct loops *loops, const struct overlap *overlap,
			     const struct map *map, uint32_t index)
{
	struct loop_room *room = &loops->rooms[index];
	const struct point center = room_center(map->rooms[index]);
	uint32_t *near = loops->near + (size_t)index * loops->near_most, nearest;
	do {
		if (room->next == room->listed) {
			struct nearness list[NEAR_MOST];
			room->listed = neighbors_list(overlap, center, room->tried,
						      loops->near_most, list);
			for (uint32_t i = 0; i < room->listed; i++)
				near[i] = list[i].room;
			room->next = 0;
		}
		nearest = near[room->next++];
		room->tried = nearness_of(map->rooms[nearest], nearest, center);
	} while (is_joined(loops, map, index, nearest));
	return nearest;
}

bool loops_add(struct loops *loops, const struct generation *generation)
{
	const struct overlap *overlap = generation->rooms;
	const struct draws *draws = generation->draws;
	struct map *map = generation->map;
	uint32_t count = map->room_count;
	/* All pairs of rooms, less the tunnels that connect them. */
	uint64_t most = (uint64_t)count * (count - 1) / 2 - (count - 1);
	uint32_t wanted = map->recipe.loops < most ? map->recipe.loops : (uint32_t)most;
	if (!start(loops, map, wanted))
		return false;
	for (uint32_t i = 0; i < wanted; i++) {
		watch_work(generation->watch, 16, "loops", i, wanted);
		uint32_t room = draws_range(draws, 0, count - 1);
		while (loops->rooms[room].joined == count - 1)
			room = draws_range(draws, 0, count - 1);
		uint32_t nearest = find_nearest(loops, overlap, map, room);
		/* start() has reserved memory for the tunnel. */
		(void)map_add_tunnel(map, room, nearest, draws_coin(draws));
		loops->rooms[room].joined++;
		loops->rooms[nearest].joined++;
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, rooms);
	array_free(loops, near);
}
