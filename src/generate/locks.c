/* SPDX-License-Identifier: MIT */
/*
 * Keys before locks, by construction: dungen begins at the exit and works toward the spawn. It
 * closes a room, and then hides the key where players can still go. The room of this key is closed
 * next, so its key lies where players go without both, and so on. Whatever is closed stays closed,
 * so no key can end up behind its own lock.
 */
#include "generate/locks.h"

#include <string.h>

/* The graph. */

/* Returns where the node of a tile is stored, whose bit in `spots` is set. */
static uint32_t *node_of(const struct locks *locks, uint64_t bit)
{
	const uint64_t before = locks->spots[bit / 64] & ((UINT64_C(1) << bit % 64) - 1);
	return &locks->nodes[locks->ranks[bit / 64] + (uint32_t)__builtin_popcountll(before)];
}

/* Returns the bit number of a tile beside a door. */
static uint64_t side_bit(const struct locks *locks, uint32_t door, int side)
{
	const uint64_t bit = walk_bit(locks->walk, locks->map->doors[door].at);
	const uint64_t bits[DOOR_SIDES] = {bit - 1, bit + 1, bit - locks->walk->stride,
					   bit + locks->walk->stride};
	return bits[side];
}

/* Returns whether a door shares an edge with a tile of a node. */
static bool is_beside(const struct locks *locks, uint32_t door, uint32_t node)
{
	for (int side = 0; side < DOOR_SIDES; side++)
		if (locks->sides[door][side] == node)
			return true;
	return false;
}

/* Finds the tiles whose nodes matter. Returns false if out of memory. */
static bool find_spots(struct locks *locks)
{
	const struct walk *walk = locks->walk;
	const struct map *map = locks->map;
	uint32_t count = 0;
	if (!array_reserve(locks, spots, walk->word_count))
		return false;
	if (!array_reserve(locks, ranks, walk->word_count))
		return false;
	memset(locks->spots, 0, (size_t)walk->word_count * sizeof *locks->spots);
	for (uint32_t door = 0; door < map->door_count; door++) {
		bit_set(locks->spots, walk_bit(walk, map->doors[door].at));
		for (int side = 0; side < DOOR_SIDES; side++)
			if (bit_is_set(walk->walkable, side_bit(locks, door, side)))
				bit_set(locks->spots, side_bit(locks, door, side));
	}
	for (uint32_t room = 0; room < map->room_count; room++)
		bit_set(locks->spots, walk_bit(walk, room_center(map->rooms[room])));
	for (uint64_t i = 0; i < walk->word_count; i++) {
		locks->ranks[i] = count;
		count += (uint32_t)__builtin_popcountll(locks->spots[i]);
	}
	return array_reserve(locks, nodes, count) && array_reserve(locks, sides, map->door_count) &&
	       array_reserve(locks, areas, map->room_count);
}

/* Finds the nodes of a map whose tiles were loaded. Returns false if out of memory. */
static bool find_nodes(struct locks *locks)
{
	struct walk *walk = locks->walk;
	const struct map *map = locks->map;
	struct point tile;
	if (!find_spots(locks))
		return false;
	for (uint32_t door = 0; door < map->door_count; door++) {
		const uint64_t bit = walk_bit(walk, map->doors[door].at);
		*node_of(locks, bit) = door;
		(void)bit_clear(walk->unreached, bit);
	}
	locks->node_count = map->door_count;
	while (walk_find_unreached(walk, &tile)) {
		if (!walk_begin(walk, tile))
			return false;
		while (walk->newest_count > 0) {
			for (size_t i = 0; i < walk->newest_count; i++)
				if (bit_is_set(locks->spots, walk->newest[i]))
					*node_of(locks, walk->newest[i]) = locks->node_count;
			if (!walk_step(walk))
				return false;
		}
		locks->node_count++;
	}
	for (uint32_t door = 0; door < map->door_count; door++) {
		for (int side = 0; side < DOOR_SIDES; side++) {
			const uint64_t bit = side_bit(locks, door, side);
			const bool is_wall = !bit_is_set(walk->walkable, bit);
			locks->sides[door][side] = is_wall ? NO_NODE : *node_of(locks, bit);
		}
	}
	for (uint32_t room = 0; room < map->room_count; room++)
		locks->areas[room] = *node_of(locks, walk_bit(walk, room_center(map->rooms[room])));
	return array_reserve(locks, is_open, locks->node_count) &&
	       array_reserve(locks, parents, locks->node_count);
}

/* Opens all nodes. */
static void open_all(struct locks *locks)
{
	for (uint32_t node = 0; node < locks->node_count; node++)
		locks->is_open[node] = true;
}

/* Returns the common node of all nodes that can be reached from a node. */
static uint32_t find_common(const struct locks *locks, uint32_t node)
{
	uint32_t *parents = locks->parents;
	while (parents[node] != node) {
		parents[node] = parents[parents[node]];
		node = parents[node];
	}
	return node;
}

/* Finds out which open nodes can be reached from each other. */
static void search(const struct locks *locks)
{
	for (uint32_t node = 0; node < locks->node_count; node++)
		locks->parents[node] = node;
	for (uint32_t door = 0; door < locks->map->door_count; door++) {
		for (int side = 0; side < DOOR_SIDES && locks->is_open[door]; side++) {
			const uint32_t node = locks->sides[door][side];
			if (node == NO_NODE || !locks->is_open[node])
				continue;
			const uint32_t a = find_common(locks, door);
			const uint32_t b = find_common(locks, node);
			locks->parents[greater(a, b)] = lesser(a, b);
		}
	}
}

/* Returns whether players reach a node from the spawn, by the last search. */
static bool is_reached(const struct locks *locks, uint32_t node)
{
	if (node == NO_NODE || !locks->is_open[node])
		return false;
	return find_common(locks, node) == find_common(locks, locks->areas[locks->spawn_room]);
}

/* Choosing rooms. */

/* Bars the rooms in an area. Returns their number. */
static uint32_t bar_area(struct locks *locks, uint32_t area)
{
	uint32_t count = 0;
	for (uint32_t room = 0; room < locks->map->room_count; room++) {
		if (locks->areas[room] != area)
			continue;
		locks->is_barred[room] = true;
		count++;
	}
	return count;
}

static uint64_t distance_between(const struct map *map, uint32_t room, uint32_t other)
{
	const struct point a = room_center(map->rooms[room]);
	const struct point b = room_center(map->rooms[other]);
	const uint64_t columns = greater(a.x, b.x) - lesser(a.x, b.x);
	const uint64_t rows = greater(a.y, b.y) - lesser(a.y, b.y);
	return columns * columns + rows * rows;
}

/*
 * Chooses one of the rooms that the last search reached and that are not barred: of those
 * with the fewest ways, the one that is farthest from the spawn and from the room closed last.
 * Returns NO_ROOM if there is none.
 */
static uint32_t choose_room(const struct locks *locks, uint32_t closed_room)
{
	const struct map *map = locks->map;
	uint32_t chosen = NO_ROOM;
	uint64_t chosen_distance = 0;
	for (uint32_t room = 0; room < map->room_count; room++) {
		if (locks->is_barred[room] || !is_reached(locks, locks->areas[room]))
			continue;
		const uint64_t to_spawn = distance_between(map, room, locks->spawn_room);
		const uint64_t to_closed = distance_between(map, room, closed_room);
		const uint64_t distance = to_spawn < to_closed ? to_spawn : to_closed;
		if (chosen != NO_ROOM) {
			const uint32_t ways = locks->way_counts[room];
			const uint32_t chosen_ways = locks->way_counts[chosen];
			if (ways > chosen_ways)
				continue;
			if (ways == chosen_ways && distance <= chosen_distance)
				continue;
		}
		chosen = room;
		chosen_distance = distance;
	}
	return chosen;
}

/* Returns the room whose center is a mark. No two rooms have the same center. */
static uint32_t find_room(const struct map *map, enum mark_kind kind)
{
	uint32_t room = 0;
	while (!points_are_equal(room_center(map->rooms[room]), map->marks[kind].at))
		room++;
	return room;
}

/* Counts the ways of each room, and bars the wings. Returns false if out of memory. */
static bool start_rooms(struct locks *locks)
{
	const struct map *map = locks->map;
	if (!array_reserve(locks, way_counts, map->room_count))
		return false;
	if (!array_reserve(locks, is_barred, map->room_count))
		return false;
	memset(locks->way_counts, 0, map->room_count * sizeof *locks->way_counts);
	for (uint32_t room = 0; room < map->room_count; room++)
		locks->is_barred[room] = map_wing_of(map, room) != NO_ROOM;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct tunnel tunnel = map->tunnels[i];
		const uint32_t from_owner = map_wing_of(map, tunnel.from);
		const uint32_t to_owner = map_wing_of(map, tunnel.to);
		if (to_owner == tunnel.from || from_owner == tunnel.to)
			continue;
		locks->way_counts[from_owner != NO_ROOM ? from_owner : tunnel.from]++;
		locks->way_counts[to_owner != NO_ROOM ? to_owner : tunnel.to]++;
	}
	locks->spawn_room = find_room(map, MARK_SPAWN);
	return true;
}

/* Placing locks and keys. */

/*
 * Numbers the locks in the order in which players open them. They were numbered in the order in
 * which rooms were closed, which begins at the exit.
 */
static void reverse_numbers(struct map *map)
{
	const uint32_t count = map->lock_count;
	for (uint32_t i = 0; i < map->door_count; i++)
		if (map->doors[i].lock > 0)
			map->doors[i].lock = count + 1 - map->doors[i].lock;
	for (uint32_t i = 0; i < count / 2; i++) {
		const struct key key = map->keys[i];
		map->keys[i] = map->keys[count - 1 - i];
		map->keys[count - 1 - i] = key;
	}
}

static void place_locks(struct locks *locks)
{
	struct map *map = locks->map;
	const uint32_t spawn_area = locks->areas[locks->spawn_room];
	uint32_t room = find_room(map, MARK_EXIT);
	if (locks->areas[room] == spawn_area)
		return;
	while (map->lock_count < map->recipe.locks) {
		const uint32_t area = locks->areas[room];
		locks->is_open[area] = false;
		search(locks);
		const uint32_t key_room = choose_room(locks, room);
		if (key_room == NO_ROOM)
			break;
		map->keys[map->lock_count++] = (struct key){.at = room_center(map->rooms[key_room]),
							    .is_set = true};
		for (uint32_t door = 0; door < map->door_count; door++)
			if (is_reached(locks, door) && is_beside(locks, door, area))
				map->doors[door].lock = map->lock_count;
		room = key_room;
	}
	reverse_numbers(map);
}

/* Placing secrets. */

/*
 * Counts what players reach without keys and secret doors: rooms, and locked doors that they stand
 * beside.
 */
static uint32_t count_reached(const struct locks *locks)
{
	const struct map *map = locks->map;
	uint32_t count = 0;
	search(locks);
	for (uint32_t room = 0; room < map->room_count; room++)
		count += is_reached(locks, locks->areas[room]);
	for (uint32_t door = 0; door < map->door_count; door++) {
		int side = 0;
		while (side < DOOR_SIDES && !is_reached(locks, locks->sides[door][side]))
			side++;
		count += map->doors[door].lock > 0 && side < DOOR_SIDES;
	}
	return count;
}

static void place_secrets(struct locks *locks)
{
	struct map *map = locks->map;
	uint32_t secret_count = 0;
	uint32_t closed_room = find_room(map, MARK_EXIT);
	/* Players need the rooms of the exit and of the keys. */
	(void)bar_area(locks, locks->areas[closed_room]);
	for (uint32_t i = 0; i < map->lock_count; i++)
		(void)bar_area(locks, *node_of(locks, walk_bit(locks->walk, map->keys[i].at)));
	open_all(locks);
	for (uint32_t door = 0; door < map->door_count; door++)
		locks->is_open[door] = map->doors[door].lock == 0;
	uint32_t reached_count = count_reached(locks);
	while (secret_count < map->recipe.secrets) {
		const uint32_t room = choose_room(locks, closed_room);
		if (room == NO_ROOM)
			break;
		const uint32_t area = locks->areas[room];
		const uint32_t hidden_count = bar_area(locks, area);
		locks->is_open[area] = false;
		const uint32_t reached_after = count_reached(locks);
		/* Everything else must still be reached. Nothing new can be. */
		if (reached_after + hidden_count < reached_count) {
			locks->is_open[area] = true;
			search(locks);
			continue;
		}
		reached_count = reached_after;
		closed_room = room;
		secret_count++;
		for (uint32_t door = 0; door < map->door_count; door++)
			map->doors[door].is_secret |= is_beside(locks, door, area);
	}
}

bool locks_place(struct locks *locks, struct walk *walk, struct map *map)
{
	locks->walk = walk;
	locks->map = map;
	if (!walk_load(walk, map) || !find_nodes(locks) || !start_rooms(locks))
		return false;
	open_all(locks);
	(void)bar_area(locks, locks->areas[locks->spawn_room]);
	place_locks(locks);
	if (map->recipe.secrets > 0)
		place_secrets(locks);
	return true;
}

void locks_free(struct locks *locks)
{
	array_free(locks, spots);
	array_free(locks, ranks);
	array_free(locks, nodes);
	array_free(locks, sides);
	array_free(locks, areas);
	array_free(locks, is_open);
	array_free(locks, parents);
	array_free(locks, way_counts);
	array_free(locks, is_barred);
}
