/* SPDX-License-Identifier: MIT */
#include "dungeon/loops.h"

#include <string.h>

/* The room at an end of a tunnel. */
static uint32_t room_at(const struct dungeon *dungeon, uint32_t end)
{
	struct tunnel tunnel = dungeon->tunnels[end / 2];
	return end % 2 == 0 ? tunnel.from : tunnel.to;
}

static void list_tunnel(struct loops *loops, const struct dungeon *dungeon, uint32_t index)
{
	for (uint32_t end = 2 * index; end <= 2 * index + 1; end++) {
		uint32_t room = room_at(dungeon, end);
		loops->next[end] = loops->heads[room];
		loops->heads[room] = end + 1;
		loops->joined[room]++;
	}
}

/* Memory for all loops, tunnels and lists. False when out of memory, or where the tunnels could not be counted. */
static bool start(struct loops *loops, struct dungeon *dungeon, uint32_t wanted)
{
	uint32_t rooms = dungeon->room_count;
	uint64_t tunnels = (uint64_t)dungeon->tunnel_count + wanted;
	uint64_t likely = recipe_most_rooms(&dungeon->recipe), likely_tunnels = likely + wanted;
	if (tunnels > DUNGEON_MOST_TUNNELS || !array_reserve(dungeon, tunnels, tunnels, likely_tunnels) ||
	    !array_reserve(loops, joined, rooms, likely) || !array_reserve(loops, heads, rooms, likely) ||
	    !array_reserve(loops, next, 2 * tunnels, 2 * likely_tunnels) || !array_reserve(loops, skip, rooms, likely))
		return false;
	memset(loops->joined, 0, rooms * sizeof *loops->joined);
	memset(loops->heads, 0, rooms * sizeof *loops->heads);
	memset(loops->skip, 0, rooms * sizeof *loops->skip);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++)
		list_tunnel(loops, dungeon, i);
	return true;
}

/* Makes the search skip the room and those that it is joined to, or no longer. */
static void set_skip(struct loops *loops, const struct dungeon *dungeon, uint32_t room, bool skip)
{
	loops->skip[room] = skip;
	for (uint32_t end = loops->heads[room]; end; end = loops->next[end - 1])
		loops->skip[room_at(dungeon, (end - 1) ^ 1)] = skip;
}

bool loops_add(struct loops *loops, struct neighbors *neighbors, const struct rng *rng, void *state,
	       struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	uint64_t most = dungeon_most_loops(dungeon);
	uint32_t wanted = dungeon->recipe.loops < most ? dungeon->recipe.loops : (uint32_t)most;
	if (!start(loops, dungeon, wanted) || !neighbors_index(neighbors, dungeon, count))
		return false;
	for (uint32_t i = 0; i < wanted; i++) {
		uint32_t room = rng->range(state, 0, count - 1);
		while (loops->joined[room] == count - 1)
			room = rng->range(state, 0, count - 1);
		set_skip(loops, dungeon, room, true);
		uint32_t nearest = neighbors_nearest(neighbors, room_center(dungeon->rooms[room]), count, loops->skip);
		set_skip(loops, dungeon, room, false);
		/* start() has reserved memory for it. */
		(void)dungeon_add_tunnel(dungeon, room, nearest, rng->coin(state));
		list_tunnel(loops, dungeon, dungeon->tunnel_count - 1);
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, joined);
	array_free(loops, heads);
	array_free(loops, next);
	array_free(loops, skip);
	*loops = (struct loops){0};
}
