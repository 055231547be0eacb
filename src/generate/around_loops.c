/* SPDX-License-Identifier: MIT */
/*
 * Joined rooms are a tree: only one way leads from a room to another, and players have to walk back
 * through every dead end. A loop is a second way.
 *
 * Some tunnels are not worth digging. If a tunnel runs along an existing one, it only looks like a
 * loop. dungen digs a loop only where the shortest walk between the two rooms is at least twice as
 * long as the new tunnel. Players who find the loop save at least half of their way.
 *
 * Each loop starts at a random room and leads to one of its neighbors. If a room has no such
 * neighbor, dungen does not draw it again. The pass ends when it has dug all loops, or when no
 * rooms remain.
 */
#include "generate/around_loops.h"

enum { NEIGHBORS = 8 }; /* neighbors to which a room tries to dig a loop */

/* Returns the steps from the center of one room through a tunnel to the center of the other. */
static uint64_t count_steps(const struct map *map, uint32_t from, uint32_t to, struct path path)
{
	const struct point start = path_corner(path, 0);
	const struct point end = path_corner(path, path.count);
	uint64_t steps = path_steps(path);
	steps += steps_between(room_center(map->rooms[from]), start);
	steps += steps_between(end, room_center(map->rooms[to]));
	return steps;
}

/* Adds a tunnel of the map to the graph. Returns false if out of memory. */
static bool add_to_graph(struct around_graph *graph, const struct map *map, uint32_t index)
{
	const struct tunnel tunnel = map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	const uint64_t steps = count_steps(map, tunnel.from, tunnel.to, path);
	return around_graph_add(graph, tunnel.from, tunnel.to, steps);
}

/* Starts the graph with all tunnels of the map. Returns false if out of memory. */
static bool start_graph(struct around_graph *graph, const struct map *map)
{
	if (!around_graph_start(graph, map->room_count))
		return false;
	for (uint32_t i = 0; i < map->tunnel_count; i++)
		if (!add_to_graph(graph, map, i))
			return false;
	return true;
}

/* Lets a loop begin at any room. Returns false if out of memory. */
static bool list_starts(struct around_loops *loops, uint32_t room_count)
{
	if (!array_reserve(loops, starts, room_count))
		return false;
	for (uint32_t room = 0; room < room_count; room++)
		loops->starts[room] = room;
	return true;
}

/*
 * Digs a loop from a room to its nearest neighbor, or to the next one if no tunnel to the nearest
 * is found and worth digging, and so on. May end without a loop. Returns false if out of memory.
 */
static bool dig_loop(struct around_loops *loops, struct around_site *site, uint32_t room)
{
	struct around_graph *graph = &loops->graph;
	const struct neighbor_table *neighbors = &site->neighbors;
	const struct map *map = site->map;
	struct leg legs[AROUND_LEGS];
	for (uint32_t i = 0; i < neighbors->neighbor_count; i++) {
		const uint32_t neighbor = neighbor_table_get(neighbors, room, i);
		const struct path path = fit_find(&site->fit, site->draws, map->rooms[room],
						  map->rooms[neighbor], legs);
		if (path.count == 0)
			continue;
		const uint64_t steps = count_steps(map, room, neighbor, path);
		if (around_graph_has_shorter(graph, room, neighbor, 2 * steps))
			continue;
		if (!around_site_dig(site, room, neighbor, path))
			return false;
		return add_to_graph(graph, map, map->tunnel_count - 1);
	}
	return true;
}

bool around_dig_loops(struct around_loops *loops, struct around_site *site)
{
	const struct map *map = site->map;
	const uint32_t loops_wanted = map->recipe.loops;
	uint32_t start_count = map->room_count;
	uint32_t loop_count = 0;
	if (!list_starts(loops, start_count))
		return false;
	if (!neighbor_table_fill(&site->neighbors, map, site->rooms, NEIGHBORS, site->watch))
		return false;
	if (!start_graph(&loops->graph, map))
		return false;

	while (loop_count < loops_wanted && start_count > 0) {
		watch_work(site->watch, 64, "loops", loop_count, loops_wanted);
		const uint32_t tunnels_before = map->tunnel_count;
		const uint32_t drawn = draws_range(site->draws, 0, start_count - 1);
		if (!dig_loop(loops, site, loops->starts[drawn]))
			return false;
		/* cppcheck-suppress knownConditionTrueFalse; dig_loop may have added a tunnel */
		if (map->tunnel_count > tunnels_before)
			loop_count++;
		else
			loops->starts[drawn] = loops->starts[--start_count];
	}
	return true;
}

void around_loops_free(struct around_loops *loops)
{
	around_graph_free(&loops->graph);
	array_free(loops, starts);
}
