/* SPDX-License-Identifier: MIT */
/*
 * With --tunnels around, the generator joins the rooms, drops the rooms that it could not join,
 * digs loops, and places doors. fit.c finds each tunnel.
 */
#include "generate/around.h"

#include <string.h>

/* Adds a tunnel to the index. Returns false if out of memory. */
static bool index_tunnel(struct around *around, struct path path)
{
	/* A tunnel to a wing keeps no other tunnel away. */
	return path_steps(path) == 1 || fit_add(&around->fit, path);
}

/* Digs a tunnel that fits from one room to another. Returns false if out of memory. */
static bool dig_tunnel(struct around *around, uint32_t from, uint32_t to, struct path path)
{
	struct map *map = around->map;
	if (!map_add_tunnel(map, from, to, false))
		return false;
	for (uint32_t i = 0; i < path.count; i++)
		if (!map_add_leg(map, path.legs[i].from, path.legs[i].to))
			return false;
	return index_tunnel(around, path);
}

/*
 * Joining rooms.
 *
 * At first, every room is a group of its own. The rooms take turns. A room whose turn it is looks
 * for the nearest neighbor outside its group, and digs a tunnel to it. The two groups become one.
 * After the last room, the next round begins. In this way, groups grow at the same speed
 * everywhere, and most tunnels are short.
 *
 * A room may find no tunnel that fits, because other rooms and tunnels are in the way. It is enough
 * if another room of its group finds one. If the rounds end with several groups, the rooms look at
 * more neighbors. With --spacing, further rounds break its rules, because a tunnel too close is
 * better than a room less. If several groups remain even then, dungen keeps the largest group, or
 * the group of the spawn if the recipe names its tile, and drops the others.
 *
 * Joining n rooms requires exactly n - 1 tunnels, because no tunnel leads from a group to itself.
 * So the number of tunnels shows whether all rooms are joined.
 */

enum {
	NEIGHBORS = 8,       /* neighbors that a room looks at */
	MORE_NEIGHBORS = 16, /* the same if some rooms are still unjoined */
};

/* Returns the first room of a room's group. Halves the way to it for later calls. */
static uint32_t find_group(struct around *around, uint32_t room)
{
	uint32_t *parents = around->parents;
	while (parents[room] != room) {
		parents[room] = parents[parents[room]];
		room = parents[room];
	}
	return room;
}

/* Makes one group out of two. Each is named by its first room. */
static void merge_groups(struct around *around, uint32_t group, uint32_t other)
{
	around->parents[greater(group, other)] = lesser(group, other);
}

static bool all_are_joined(const struct around *around)
{
	return around->map->tunnel_count == around->map->room_count - 1;
}

/*
 * Digs a tunnel from a room to its nearest neighbor outside its group, or to the next one if no
 * tunnel to the nearest is found, and so on. May end without a tunnel. Returns false if out of
 * memory.
 */
static bool join_room(struct around *around, uint32_t room)
{
	const uint32_t group = find_group(around, room);
	const struct neighbor_table *neighbors = &around->neighbors;
	const struct map *map = around->map;
	struct leg legs[AROUND_LEGS];
	for (uint32_t i = 0; i < neighbors->neighbor_count; i++) {
		const uint32_t neighbor = neighbor_table_get(neighbors, room, i);
		const uint32_t other = find_group(around, neighbor);
		if (other == group)
			continue;
		const struct path path = fit_find(&around->fit, around->draws, map->rooms[room],
						  map->rooms[neighbor], legs);
		if (path.count == 0)
			continue;
		merge_groups(around, group, other);
		return dig_tunnel(around, room, neighbor, path);
	}
	return true;
}

/*
 * Digs rounds of tunnels until all rooms are joined, or until a round digs no tunnel. Each room
 * looks at its `neighbors_max` nearest neighbors. Returns false if out of memory.
 */
static bool dig_rounds(struct around *around, uint32_t neighbors_max)
{
	const struct map *map = around->map;
	uint32_t tunnels_before = UINT32_MAX;
	if (all_are_joined(around))
		return true;
	if (!neighbor_table_fill(&around->neighbors, map, neighbors_max))
		return false;
	while (!all_are_joined(around) && map->tunnel_count != tunnels_before) {
		tunnels_before = map->tunnel_count;
		for (uint32_t room = 0; room < map->room_count && !all_are_joined(around); room++)
			if (!join_room(around, room))
				return false;
	}
	return true;
}

/*
 * Digs tunnels between neighbors until all rooms are joined, or until no further tunnel is found.
 * Returns false if out of memory.
 */
static bool join_rooms(struct around *around)
{
	const uint32_t room_count = around->map->room_count;
	const uint32_t spacing = around->fit.spacing;
	if (!array_reserve(around, parents, room_count))
		return false;
	for (uint32_t room = 0; room < room_count; room++)
		around->parents[room] = room;
	/* So far, each room is a group of its own, and all tunnels lead from rooms to wings. */
	for (uint32_t i = 0; i < around->map->tunnel_count; i++)
		merge_groups(around, around->map->tunnels[i].from, around->map->tunnels[i].to);
	/*
	 * With spacing, few tunnels fit, so some rooms will look at more neighbors. To list these
	 * only then would fill the table twice.
	 */
	if (spacing > 0 && !neighbor_table_fill(&around->neighbors, around->map, MORE_NEIGHBORS))
		return false;
	if (!dig_rounds(around, NEIGHBORS))
		return false;
	if (!dig_rounds(around, MORE_NEIGHBORS))
		return false;
	if (spacing == 0)
		return true;
	around->fit.avoids_corners = false;
	if (!dig_rounds(around, MORE_NEIGHBORS))
		return false;
	around->fit.spacing = 0;
	if (!dig_rounds(around, MORE_NEIGHBORS))
		return false;
	around->fit.avoids_corners = true;
	around->fit.spacing = spacing;
	return true;
}

/* Dropping the rooms that could not be joined. */

/*
 * Returns the first room of the largest group. Uses new_numbers to count the rooms of each group.
 */
static uint32_t find_largest_group(struct around *around, uint32_t room_count)
{
	uint32_t *sizes = around->new_numbers;
	uint32_t largest = 0;
	memset(sizes, 0, room_count * sizeof *sizes);
	for (uint32_t room = 0; room < room_count; room++)
		sizes[find_group(around, room)]++;
	for (uint32_t room = 0; room < room_count; room++)
		if (sizes[room] > sizes[largest])
			largest = room;
	return largest;
}

/*
 * Keeps the largest group of joined rooms, and drops all other rooms and their tunnels. If several
 * groups are the largest, it keeps the group with the earliest room. If the recipe names the tile
 * of the spawn, it keeps the group of room 0 instead. The rooms that stay are numbered again, in
 * the same order. Returns false if out of memory.
 */
static bool drop_unjoined(struct around *around, struct generation *generation)
{
	struct map *map = around->map;
	uint32_t kept_count = 0;
	uint32_t hall_count = 0;
	if (all_are_joined(around))
		return true;
	if (!array_reserve(around, new_numbers, map->room_count))
		return false;
	const uint32_t group = recipe_has_spawn(&map->recipe)
				       ? find_group(around, 0)
				       : find_largest_group(around, map->room_count);
	for (uint32_t room = 0; room < map->room_count; room++) {
		const bool is_kept = find_group(around, room) == group;
		around->new_numbers[room] = is_kept ? kept_count++ : NO_ROOM;
		if (is_kept && generation_is_hall(generation, room))
			hall_count++;
	}
	generation->hall_count = hall_count;
	map_drop_rooms(map, around->new_numbers);
	for (uint64_t i = 0; i < map->attempt_count; i++) {
		struct attempt *attempt = &map->attempts[i];
		attempt->number = around->new_numbers[attempt->number];
	}

	/* Only what was kept is in the way of loops. */
	overlap_start(around->room_overlap, map);
	fit_start(&around->fit, map, around->room_overlap);
	neighbor_table_clear(&around->neighbors);
	for (uint32_t room = 0; room < map->room_count; room++)
		if (!overlap_add(around->room_overlap, map->rooms, room + 1))
			return false;
	for (uint32_t i = 0; i < map->tunnel_count; i++)
		if (!index_tunnel(around, tunnel_path(map, i)))
			return false;
	return true;
}

/*
 * Digging loops.
 *
 * Joined rooms are a tree: only one way leads from a room to another, and players have to walk back
 * through every dead end. A loop is a second way.
 *
 * Some tunnels are not worth digging. If a tunnel runs along an existing one, it only looks like a
 * loop. dungen digs a loop only where the shortest walk between the two rooms is at least twice as
 * long as the new tunnel. Players who find the loop save at least half of their way.
 *
 * Each loop starts at a random room and leads to one of its neighbors. If a room has no such
 * neighbor, dungen does not draw it again. A round ends when it has dug all loops, or when no rooms
 * remain. With --loop-corners, a second round digs the loops that are still missing. There, tunnels
 * may leave rooms beside their corners, because a loop is worth more than a tidy wall.
 */

enum { LOOP_NEIGHBORS = 8 }; /* neighbors to which a room tries to dig a loop */

/*
 * Digs a loop from a room to its nearest neighbor, or to the next one if no tunnel to the nearest
 * is found and worth digging, and so on. May end without a loop. Returns false if out of memory.
 */
static bool dig_loop(struct around *around, uint32_t room)
{
	struct graph *graph = &around->graph;
	const struct neighbor_table *neighbors = &around->neighbors;
	const struct map *map = around->map;
	struct leg legs[AROUND_LEGS];
	graph_start_search(graph, room);
	for (uint32_t i = 0; i < neighbors->neighbor_count; i++) {
		const uint32_t neighbor = neighbor_table_get(neighbors, room, i);
		const uint64_t steps_min = steps_between(room_center(map->rooms[room]),
							 room_center(map->rooms[neighbor]));
		/* Without spacing, looking for a tunnel in vain is a part of the rules. */
		if (around->fit.spacing > 0 && graph_has_walk_below(graph, neighbor, 2 * steps_min))
			continue;
		const struct path path = fit_find(&around->fit, around->draws, map->rooms[room],
						  map->rooms[neighbor], legs);
		if (path.count == 0)
			continue;
		const uint64_t steps = graph_steps(map, room, neighbor, path);
		if (graph_has_walk_below(graph, neighbor, 2 * steps))
			continue;
		if (!dig_tunnel(around, room, neighbor, path))
			return false;
		return graph_add_tunnel(graph, map, map->tunnel_count - 1);
	}
	return true;
}

/*
 * Digs loops until the map has `tunnels_wanted` tunnels, or until no room finds a loop. Returns
 * false if out of memory.
 */
static bool dig_round_of_loops(struct around *around, uint64_t tunnels_wanted)
{
	const struct map *map = around->map;
	uint32_t start_count = map->room_count;
	for (uint32_t room = 0; room < start_count; room++)
		around->starts[room] = room;
	while (map->tunnel_count < tunnels_wanted && start_count > 0) {
		const uint32_t tunnels_before = map->tunnel_count;
		const uint32_t drawn = draws_range(around->draws, 0, start_count - 1);
		if (!dig_loop(around, around->starts[drawn]))
			return false;
		/* cppcheck-suppress knownConditionTrueFalse; dig_loop may have added a tunnel */
		if (map->tunnel_count == tunnels_before)
			around->starts[drawn] = around->starts[--start_count];
	}
	return true;
}

/*
 * Digs the loops that the recipe requests, or fewer if it finds no more. Returns false if out of
 * memory.
 */
static bool dig_loops(struct around *around)
{
	const struct map *map = around->map;
	const uint64_t loops_wanted = recipe_loops(&map->recipe, map->room_count);
	const uint64_t tunnels_wanted = map->tunnel_count + loops_wanted;
	const bool avoids_corners = around->fit.avoids_corners;
	if (!array_reserve(around, starts, map->room_count))
		return false;
	if (!neighbor_table_fill(&around->neighbors, map, LOOP_NEIGHBORS))
		return false;
	if (!graph_start(&around->graph, map))
		return false;
	if (!dig_round_of_loops(around, tunnels_wanted))
		return false;
	if (!map->recipe.loop_corners)
		return true;
	around->fit.avoids_corners = false;
	if (!dig_round_of_loops(around, tunnels_wanted))
		return false;
	around->fit.avoids_corners = avoids_corners;
	return true;
}

bool around_dig_tunnels(struct around *around, struct generation *generation)
{
	around->map = generation->map;
	around->room_overlap = generation->room_overlap;
	around->draws = generation->draws;
	fit_start(&around->fit, around->map, around->room_overlap);
	neighbor_table_clear(&around->neighbors);
	if (!join_rooms(around))
		return false;
	if (!drop_unjoined(around, generation))
		return false;
	if (recipe_loops(&generation->map->recipe, generation->map->room_count) == 0)
		return true;
	return dig_loops(around);
}

/*
 * Placing doors.
 *
 * This is simpler than in doors.c, where tunnels can run through the walls of rooms in any way. The
 * part of a tunnel outside its rooms begins and ends in a wall of a room, and no other tunnel uses
 * these two tiles. So every end of a tunnel is an opening of its own.
 */

/* A tunnel that leaves its rooms through walls. There is none between a room and its wing. */
static bool has_openings(struct path path)
{
	return path_steps(path) > 1;
}

static struct point first_opening(struct path path)
{
	return step_toward(path.legs[0].from, path.legs[0].to);
}

static struct point last_opening(struct path path)
{
	const struct leg last_leg = path.legs[path.count - 1];
	return step_toward(last_leg.to, last_leg.from);
}

bool around_place_doors(struct around *around)
{
	struct map *map = around->map;
	uint32_t first_leg = 0; /* index of the tunnel's first leg in around->fit */
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct tunnel tunnel = map->tunnels[i];
		const struct path path = tunnel_path(map, i);
		if (!has_openings(path))
			continue;
		if (!map_add_door(map, first_opening(path), tunnel.from))
			return false;
		/* A short and lone tunnel has a single door. */
		const bool is_short = path_steps(path) <= (uint64_t)map->recipe.door_gap + 3;
		const bool has_one_door = is_short && fit_is_lone(&around->fit, path, first_leg);
		first_leg += path.count;
		if (!has_one_door && !map_add_door(map, last_opening(path), tunnel.to))
			return false;
	}
	return true;
}

void around_remove_doors(struct around *around)
{
	struct map *map = around->map;
	uint32_t door = 0;
	uint32_t kept_count = 0;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct path path = tunnel_path(map, i);
		if (!has_openings(path))
			continue;
		const uint32_t drawn = draws_range(around->draws, 1, 100);
		bool keeps_doors = drawn <= map->recipe.door_percent;
		const uint32_t doors_before = door++;
		if (door < map->door_count &&
		    points_are_equal(map->doors[door].at, last_opening(path)))
			door++;
		for (uint32_t k = doors_before; k < door; k++)
			keeps_doors |= map->doors[k].lock > 0 || map->doors[k].is_secret;
		for (uint32_t k = doors_before; k < door && keeps_doors; k++)
			map->doors[kept_count++] = map->doors[k];
	}
	map->door_count = kept_count;
}

void around_free(struct around *around)
{
	fit_free(&around->fit);
	neighbor_table_free(&around->neighbors);
	array_free(around, parents);
	array_free(around, new_numbers);
	graph_free(&around->graph);
	array_free(around, starts);
}
