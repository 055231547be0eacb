/* SPDX-License-Identifier: MIT */
#include "dungeon/loops.h"

#include <string.h>

enum { WATCH_EVERY = 1 << 12 }; /* loops: about a millisecond */

static bool start(struct loops *loops, struct dungeon *dungeon, uint32_t wanted)
{
	uint32_t rooms = dungeon->room_count;
	uint64_t tunnels = (uint64_t)dungeon->tunnel_count + wanted;
	if (tunnels > DUNGEON_MOST_TUNNELS || !array_reserve(dungeon, tunnels, tunnels) ||
	    !array_reserve(loops, rooms, rooms))
		return false;
	memset(loops->rooms, 0, rooms * sizeof *loops->rooms);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		loops->rooms[dungeon->tunnels[i].from].joined++;
		loops->rooms[dungeon->tunnels[i].to].joined++;
	}
	return true;
}

/*
 * Whether a room that tries its neighbors in order is joined to `other`, by a tunnel that was there before or by a loop
 * that began in `other`. Its own loops lead to rooms that it has tried already, so it does not meet them again.
 */
static bool is_joined(const struct loops *loops, const struct dungeon *dungeon, uint32_t room, uint32_t other)
{
	if (dungeon->tunnels[greater(room, other) - 1].from == lesser(room, other))
		return true;
	const struct loop_room *tried = &loops->rooms[other];
	if (tried->next == 0)
		return false;
	/* Loops from `other` lead to all rooms up to the last one it tried, in the order of neighbors_list. */
	uint32_t last = tried->near[tried->next - 1];
	struct point center = room_center(dungeon->rooms[other]);
	uint64_t distance = squared_distance(center, room_center(dungeon->rooms[room]));
	uint64_t farthest = squared_distance(center, room_center(dungeon->rooms[last]));
	return distance < farthest || (distance == farthest && room <= last);
}

/* Returns the nearest room that this one is not joined to. There must be one. */
static uint32_t find_nearest(struct loops *loops, const struct neighbors *neighbors, const struct dungeon *dungeon,
			     uint32_t index)
{
	struct loop_room *room = &loops->rooms[index];
	uint32_t nearest;
	do {
		if (room->next == room->listed) {
			uint32_t last = room->listed > 0 ? room->near[room->listed - 1] : index;
			room->listed = neighbors_list(neighbors, dungeon, index, last, NEIGHBORS_MOST, room->near);
			room->next = 0;
		}
		nearest = room->near[room->next++];
	} while (is_joined(loops, dungeon, index, nearest));
	return nearest;
}

bool loops_add(struct loops *loops, struct neighbors *neighbors, const struct draws *draws, const struct watch *watch,
	       struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	/* All pairs of rooms, less the tunnels that connect them. */
	uint64_t most = (uint64_t)count * (count - 1) / 2 - (count - 1);
	uint32_t wanted = dungeon->recipe.loops < most ? dungeon->recipe.loops : (uint32_t)most;
	if (!start(loops, dungeon, wanted) || !neighbors_index(neighbors, dungeon, count))
		return false;
	for (uint32_t i = 0; i < wanted; i++) {
		if (i % WATCH_EVERY == 0)
			watch_call(watch, "loops", i, wanted);
		uint32_t room = draws_range(draws, 0, count - 1);
		while (loops->rooms[room].joined == count - 1)
			room = draws_range(draws, 0, count - 1);
		uint32_t nearest = find_nearest(loops, neighbors, dungeon, room);
		/* start() has reserved memory for the tunnel. */
		(void)dungeon_add_tunnel(dungeon, room, nearest, draws_coin(draws));
		loops->rooms[room].joined++;
		loops->rooms[nearest].joined++;
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, rooms);
}
