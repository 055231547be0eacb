/* SPDX-License-Identifier: MIT */
#include "dungeon/graph.h"

#include <string.h>

static void list_tunnel(struct graph *graph, const struct dungeon *dungeon, uint32_t index)
{
	for (uint32_t end = 2 * index; end <= 2 * index + 1; end++) {
		uint32_t room = graph_room(dungeon, end);
		graph->next[end] = graph->heads[room];
		graph->heads[room] = end + 1;
	}
}

/* Makes space for the ends of so many tunnels. Returns false if out of memory. */
static bool reserve_ends(struct graph *graph, const struct dungeon *dungeon, uint64_t tunnels)
{
	uint64_t likely = (uint64_t)recipe_most_rooms(&dungeon->recipe) + dungeon->recipe.loops;
	return array_reserve(graph, next, 2 * tunnels, 2 * likely);
}

bool graph_start(struct graph *graph, const struct dungeon *dungeon, uint64_t tunnels)
{
	if (!reserve_ends(graph, dungeon, tunnels) ||
	    !array_reserve(graph, heads, dungeon->room_count, recipe_most_rooms(&dungeon->recipe)))
		return false;
	memset(graph->heads, 0, dungeon->room_count * sizeof *graph->heads);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++)
		list_tunnel(graph, dungeon, i);
	return true;
}

bool graph_add_newest(struct graph *graph, const struct dungeon *dungeon)
{
	if (!reserve_ends(graph, dungeon, dungeon->tunnel_count))
		return false;
	list_tunnel(graph, dungeon, dungeon->tunnel_count - 1);
	return true;
}

void graph_free(struct graph *graph)
{
	array_free(graph, heads);
	array_free(graph, next);
	*graph = (struct graph){0};
}
