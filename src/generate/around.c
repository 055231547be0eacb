/* SPDX-License-Identifier: MIT */
#include "generate/around.h"

#include <string.h>

enum {
	NEAREST = 8,       /* neighbors that a room may be joined to */
	NEAREST_MOST = 16, /* the same for a second try */
	STRAIGHT = 32,     /* straight tunnels tried between two rooms */
	BENT = 24,         /* tunnels with bends tried between two rooms */
};

/* Finding a tunnel. */

/* Exchanges x and y, if asked to. */
static struct area area_transposed_if(bool turned, struct area area)
{
	return turned ? (struct area){area.y1, area.x1, area.y2, area.x2} : area;
}

static struct leg leg_transposed_if(bool turned, struct leg leg)
{
	return turned ? (struct leg){{leg.from.y, leg.from.x}, {leg.to.y, leg.to.x}} : leg;
}

/*
 * Tries the straight tunnels along columns that the floors of two rooms share, starting at a random
 * one. Returns whether one fits.
 */
static bool try_straight(struct fit *fit, const struct draws *draws, bool turned, struct area a,
			 struct area b, struct leg *leg)
{
	uint32_t first = greater(a.x1, b.x1) + 1, end = lesser(a.x2, b.x2);
	if (first >= end)
		return false;
	uint32_t count = end - first, drawn = draws_range(draws, 0, count - 1);
	uint32_t from = a.y2 < b.y1 ? a.y2 - 1 : a.y1 + 1, to = a.y2 < b.y1 ? b.y1 + 1 : b.y2 - 1;
	for (uint32_t i = 0; i < count && i < STRAIGHT; i++) {
		uint32_t x = first + (uint32_t)(((uint64_t)drawn + i) % count);
		*leg = leg_transposed_if(turned, (struct leg){{x, from}, {x, to}});
		if (fit_test(fit, (struct path){leg, 1}))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves room a along a row and enters room b along a column. Returns the
 * number of its legs; 0 if the row and the column drawn allow none.
 */
static uint32_t draw_one_bend(const struct draws *draws, struct area a, struct area b,
			      struct leg legs[AROUND_LEGS])
{
	uint32_t row = draws_range(draws, a.y1 + 1, a.y2 - 1);
	uint32_t column = draws_range(draws, b.x1 + 1, b.x2 - 1);
	if ((a.x1 <= column && column <= a.x2) || (b.y1 <= row && row <= b.y2))
		return 0;
	struct point bend = {column, row};
	legs[0] = (struct leg){{column > a.x2 ? a.x2 - 1 : a.x1 + 1, row}, bend};
	legs[1] = (struct leg){bend, {column, row > b.y2 ? b.y2 - 1 : b.y1 + 1}};
	return 2;
}

/*
 * The same for one that leaves along a row, follows a column between the rooms, and enters along
 * another row.
 */
static uint32_t draw_two_bends(const struct draws *draws, struct area a, struct area b,
			       struct leg legs[AROUND_LEGS])
{
	uint32_t row = draws_range(draws, a.y1 + 1, a.y2 - 1);
	uint32_t end_row = draws_range(draws, b.y1 + 1, b.y2 - 1);
	bool right = a.x2 < b.x1;
	uint32_t left_wall = right ? a.x2 : b.x2, right_wall = right ? b.x1 : a.x1;
	if (row == end_row || left_wall + 1 >= right_wall)
		return 0;
	uint32_t column = draws_range(draws, left_wall + 1, right_wall - 1);
	struct point bend = {column, row}, next = {column, end_row};
	legs[0] = (struct leg){{right ? a.x2 - 1 : a.x1 + 1, row}, bend};
	legs[1] = (struct leg){bend, next};
	legs[2] = (struct leg){next, {right ? b.x1 + 1 : b.x2 - 1, end_row}};
	return 3;
}

/*
 * Draws tunnels between two rooms until one fits, up to a limit. Returns its path, whose legs are
 * in around->legs; of no legs if none fits.
 */
static struct path find_path(struct around *around, const struct draws *draws,
			     const struct map *map, uint32_t from, uint32_t to)
{
	struct fit *fit = &around->fit;
	struct leg *legs = around->legs;
	struct area a = map->rooms[from], b = map->rooms[to];
	for (unsigned turned = 0; turned < 2; turned++)
		if (try_straight(fit, draws, turned, area_transposed_if(turned, a),
				 area_transposed_if(turned, b), legs))
			return (struct path){legs, 1};
	for (uint32_t i = 0; i < BENT; i++) {
		uint32_t shape = draws_range(draws, 0, 3);
		bool turned = shape % 2;
		struct area start = area_transposed_if(turned, a),
			    goal = area_transposed_if(turned, b);
		struct path path = {legs, (shape < 2 ? draw_one_bend : draw_two_bends)(draws, start,
										       goal, legs)};
		for (uint32_t k = 0; k < path.count; k++)
			legs[k] = leg_transposed_if(turned, legs[k]);
		if (path.count > 0 && fit_test(fit, path))
			return path;
	}
	return (struct path){NULL, 0};
}

/* Digs a tunnel that fits. Returns false if out of memory. */
static bool dig(struct around *around, struct map *map, uint32_t from, uint32_t to,
		struct path path)
{
	bool added = map_add_tunnel(map, from, to, false) && fit_add(&around->fit, path);
	for (uint32_t i = 0; i < path.count; i++)
		added = added && map_add_leg(map, path.legs[i].from, path.legs[i].to);
	return added;
}

/* Joining. */

/* Returns the first room of the group that a room is joined to: union-find, Tarjan (1975). */
static uint32_t find_group(uint32_t *groups, uint32_t room)
{
	while (groups[room] != room) {
		/* Path halving. */
		groups[room] = groups[groups[room]];
		room = groups[room];
	}
	return room;
}

/*
 * Lists the `most` rooms nearest to each room, or all others if there are fewer, unless that was
 * done. Returns false if out of memory.
 */
static bool list_near(struct around *around, const struct map *map, uint32_t most)
{
	const uint32_t rooms = map->room_count, count = lesser(most, rooms - 1);
	struct nearness list[NEAREST_MOST];
	if (around->near_count == count)
		return true;
	/* Room by room from top to bottom, since those nearby are in the cache then. */
	const uint32_t *order = sort_indices(&around->sort, rooms, map->recipe.height, map_area_row,
					     map, map->watch);
	if (!order || !array_reserve(around, near, (uint64_t)rooms * most))
		return false;
	for (uint32_t i = 0; i < rooms; i++) {
		const uint32_t room = order[i];
		watch_work(map->watch, 2, "lists of neighbors", i, rooms);
		neighbors_list(around->fit.rooms, room_center(map->rooms[room]),
			       (struct nearness){0, room}, most, list);
		for (uint32_t k = 0; k < count; k++)
			around->near[(size_t)room * count + k] = list[k].room;
	}
	around->near_count = count;
	return true;
}

/* One of the neighbors of a room; the nearest has index 0. */
static uint32_t near_of(const struct around *around, uint32_t room, uint32_t index)
{
	return around->near[(size_t)room * around->near_count + index];
}

/*
 * Joins a room to the nearest of its neighbors that it is not joined to yet and to which a tunnel
 * fits, if any. Returns false if out of memory.
 */
static bool join_room(struct around *around, const struct draws *draws, struct map *map,
		      uint32_t room)
{
	uint32_t group = find_group(around->groups, room);
	for (uint32_t i = 0; i < around->near_count; i++) {
		uint32_t near = near_of(around, room, i), other = find_group(around->groups, near);
		if (other == group)
			continue;
		struct path path = find_path(around, draws, map, room, near);
		if (path.count == 0)
			continue;
		around->groups[greater(group, other)] = lesser(group, other);
		return dig(around, map, room, near, path);
	}
	return true;
}

/*
 * Digs rounds of tunnels, from each room to one of its `most` neighbors, until all are joined or a
 * round digs none. Returns false if out of memory.
 */
static bool join_rooms(struct around *around, const struct draws *draws, struct map *map,
		       uint32_t most)
{
	uint32_t wanted = map->room_count - 1, before = UINT32_MAX;
	if (map->tunnel_count < wanted && !list_near(around, map, most))
		return false;
	while (map->tunnel_count < wanted && map->tunnel_count != before) {
		before = map->tunnel_count;
		for (uint32_t room = 0; room <= wanted && map->tunnel_count < wanted; room++) {
			watch_work(map->watch, 64, "tunnels", map->tunnel_count, wanted);
			if (!join_room(around, draws, map, room))
				return false;
		}
	}
	return true;
}

/*
 * Keeps the largest group of joined rooms; ties go to the one with the earliest room. Numbers its
 * rooms anew, and indexes them and their tunnels again. Returns false if out of memory.
 */
static bool keep_largest_group(struct around *around, struct overlap *overlap, struct map *map)
{
	const uint32_t rooms = map->room_count, tunnels = map->tunnel_count;
	if (!array_reserve(around, numbers, rooms))
		return false;
	uint32_t *numbers = around->numbers, largest = 0;
	/* First, by the first room of a group, how many it has. */
	memset(numbers, 0, rooms * sizeof *numbers);
	for (uint32_t room = 0; room < rooms; room++)
		numbers[find_group(around->groups, room)]++;
	for (uint32_t room = 0; room < rooms; room++)
		largest = numbers[room] > numbers[largest] ? room : largest;

	overlap_start(overlap, map);
	fit_start(&around->fit, map, overlap);
	around->near_count = 0;
	map->room_count = map->tunnel_count = map->leg_count = 0;
	for (uint32_t room = 0; room < rooms; room++) {
		watch_work(map->watch, 1, "rooms kept", room, rooms);
		bool keeps = find_group(around->groups, room) == largest;
		numbers[room] = keeps ? map->room_count : NO_ROOM;
		/* A room moves to the place of an earlier one, and so do a tunnel and its legs. */
		if (keeps && (!map_add_room(map, map->rooms[room]) ||
			      !overlap_add(overlap, map->rooms, map->room_count)))
			return false;
	}
	for (uint32_t i = 0; i < tunnels; i++) {
		struct tunnel tunnel = map->tunnels[i];
		watch_work(map->watch, 1, "tunnels kept", i, tunnels);
		if (numbers[tunnel.from] != NO_ROOM &&
		    !dig(around, map, numbers[tunnel.from], numbers[tunnel.to],
			 tunnel_path(map, i)))
			return false;
	}
	for (uint64_t i = 0; map->keeps_attempts && i < map->attempts; i++)
		map->tried[i].number = numbers[map->tried[i].number];
	return true;
}

bool around_join(struct around *around, struct overlap *overlap, const struct draws *draws,
		 struct map *map)
{
	uint32_t count = map->room_count;
	if (!array_reserve(around, groups, count))
		return false;
	for (uint32_t room = 0; room < count; room++)
		around->groups[room] = room;
	around->near_count = 0;
	fit_start(&around->fit, map, overlap);
	return join_rooms(around, draws, map, NEAREST) &&
	       join_rooms(around, draws, map, NEAREST_MOST) &&
	       (map->tunnel_count == count - 1 || keep_largest_group(around, overlap, map));
}

/* Loops. */

/* The steps from the center of one room through a tunnel to the center of the other. */
static uint64_t steps_through(const struct map *map, uint32_t from, uint32_t to, struct path path)
{
	return steps_between(room_center(map->rooms[from]), path.legs[0].from) + path_steps(path) +
	       steps_between(path.legs[path.count - 1].to, room_center(map->rooms[to]));
}

static void add_edge(struct graph *graph, uint32_t from, uint32_t to, uint64_t steps)
{
	graph->edges[graph->edge_count++] = (struct edge){steps, to, graph->heads[from]};
	graph->heads[from] = graph->edge_count;
}

/* Adds edges for the tunnels from the one at `first` on. Returns false if out of memory. */
static bool add_tunnels(struct graph *graph, const struct map *map, uint32_t first)
{
	if (!array_reserve(graph, edges, (uint64_t)map->tunnel_count * 2))
		return false;
	for (uint32_t i = first; i < map->tunnel_count; i++) {
		struct tunnel tunnel = map->tunnels[i];
		uint64_t steps = steps_through(map, tunnel.from, tunnel.to, tunnel_path(map, i));
		add_edge(graph, tunnel.from, tunnel.to, steps);
		add_edge(graph, tunnel.to, tunnel.from, steps);
	}
	return true;
}

static bool graph_start(struct graph *graph, const struct map *map)
{
	uint32_t count = map->room_count;
	if (!array_reserve(graph, heads, count) || !array_reserve(graph, steps, count) ||
	    !array_reserve(graph, reached, count))
		return false;
	memset(graph->heads, 0, count * sizeof *graph->heads);
	memset(graph->steps, 0xff, count * sizeof *graph->steps);
	graph->edge_count = 0;
	return add_tunnels(graph, map, 0);
}

/*
 * Returns whether a walk between two rooms takes fewer than `limit` steps, by Dijkstra's algorithm
 * (1959).
 */
static bool is_near(struct graph *graph, uint32_t from, uint32_t to, uint64_t limit)
{
	uint32_t *reached = graph->reached, count = 1;
	uint64_t *steps = graph->steps;
	reached[0] = from;
	steps[from] = 0;
	bool near = false;
	for (uint32_t taken = 0; taken < count && !near; taken++) {
		/* Take the room with the fewest steps. Few are waiting, since walks are short. */
		uint32_t least = taken;
		for (uint32_t i = taken + 1; i < count; i++)
			least = steps[reached[i]] < steps[reached[least]] ? i : least;
		uint32_t room = reached[least];
		reached[least] = reached[taken];
		reached[taken] = room;
		near = room == to;
		for (uint32_t i = graph->heads[room]; i > 0; i = graph->edges[i - 1].next) {
			uint32_t other = graph->edges[i - 1].room;
			uint64_t there = steps[room] + graph->edges[i - 1].steps;
			if (there >= limit || there >= steps[other])
				continue;
			if (steps[other] == UINT64_MAX)
				reached[count++] = other;
			steps[other] = there;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		steps[reached[i]] = UINT64_MAX;
	return near;
}

/* Digs a loop from a room, if one fits. Returns false if out of memory. */
static bool add_loop(struct around *around, const struct draws *draws, struct map *map,
		     uint32_t room)
{
	for (uint32_t i = 0; i < around->near_count; i++) {
		uint32_t near = near_of(around, room, i);
		struct path path = find_path(around, draws, map, room, near);
		if (path.count > 0 &&
		    !is_near(&around->graph, room, near, 2 * steps_through(map, room, near, path)))
			return dig(around, map, room, near, path) &&
			       add_tunnels(&around->graph, map, map->tunnel_count - 1);
	}
	return true;
}

bool around_add_loops(struct around *around, const struct draws *draws, struct map *map)
{
	const uint32_t joining = map->tunnel_count;
	uint32_t count = map->room_count;
	if (!array_reserve(around, starts, count) || !list_near(around, map, NEAREST) ||
	    !graph_start(&around->graph, map))
		return false;
	uint32_t *starts = around->starts;
	for (uint32_t i = 0; i < count; i++)
		starts[i] = i;
	for (uint32_t loops;
	     (loops = map->tunnel_count - joining) < map->recipe.loops && count > 0;) {
		watch_work(map->watch, 64, "loops", loops, map->recipe.loops);
		uint32_t place = draws_range(draws, 0, count - 1);
		if (!add_loop(around, draws, map, starts[place]))
			return false;
		if (map->tunnel_count - joining == loops)
			starts[place] = starts[--count];
	}
	return true;
}

/* Doors. */

bool around_place_doors(struct around *around, struct map *map)
{
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		struct tunnel tunnel = map->tunnels[i];
		struct path path = tunnel_path(map, i);
		struct leg first = path.legs[0], last = path.legs[path.count - 1];
		watch_work(map->watch, 1, "tunnels with doors", i, map->tunnel_count);
		/* In the walls of the rooms, next to the floor tiles at both ends. */
		const struct point at[] = {step_toward(first.from, first.to),
					   step_toward(last.to, last.from)};
		if (!map_add_door(map, at[0], tunnel.from) ||
		    (!fit_is_lone(&around->fit, path) && !map_add_door(map, at[1], tunnel.to)))
			return false;
	}
	map_settle_doors(map);
	return true;
}

void around_free(struct around *around)
{
	fit_free(&around->fit);
	memory_free(&around->sort);
	array_free(around, near);
	array_free(around, groups);
	array_free(around, numbers);
	array_free(around, starts);
	array_free(&around->graph, heads);
	array_free(&around->graph, edges);
	array_free(&around->graph, steps);
	array_free(&around->graph, reached);
}
