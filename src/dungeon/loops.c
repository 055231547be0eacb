/* SPDX-License-Identifier: MIT */
#include "dungeon/loops.h"

#include <string.h>

static void count_tunnel(struct loops *loops, struct tunnel tunnel)
{
	loops->joined[tunnel.from]++;
	loops->joined[tunnel.to]++;
}

/* Makes space for all loops and lists the tunnels so far. Returns false if out of memory, or for too many tunnels. */
static bool start(struct loops *loops, struct dungeon *dungeon, uint32_t wanted)
{
	uint32_t rooms = dungeon->room_count;
	uint64_t tunnels = (uint64_t)dungeon->tunnel_count + wanted, likely = recipe_most_rooms(&dungeon->recipe);
	if (tunnels > DUNGEON_MOST_TUNNELS || !array_reserve(dungeon, tunnels, tunnels, likely + wanted) ||
	    !array_reserve(loops, joined, rooms, likely) || !array_reserve(loops, skip, rooms, likely) ||
	    !graph_start(&loops->graph, dungeon, tunnels))
		return false;
	memset(loops->joined, 0, rooms * sizeof *loops->joined);
	memset(loops->skip, 0, rooms * sizeof *loops->skip);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++)
		count_tunnel(loops, dungeon->tunnels[i]);
	return true;
}

/* Makes the search skip the room and those that it is joined to, or no longer. */
static void set_skip(struct loops *loops, const struct dungeon *dungeon, uint32_t room, bool skip)
{
	loops->skip[room] = skip;
	const struct graph *graph = &loops->graph;
	for (uint32_t end = graph->heads[room]; end; end = graph->next[end - 1])
		loops->skip[graph_room(dungeon, (end - 1) ^ 1)] = skip;
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
		/* start() has made space for both. */
		(void)dungeon_add_tunnel(dungeon, room, nearest, rng->coin(state));
		(void)graph_add_newest(&loops->graph, dungeon);
		count_tunnel(loops, dungeon->tunnels[dungeon->tunnel_count - 1]);
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, joined);
	graph_free(&loops->graph);
	array_free(loops, skip);
	*loops = (struct loops){0};
}
