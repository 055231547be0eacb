/* SPDX-License-Identifier: MIT */
/*
 * Keys before locks, by construction: dungen begins at the exit and works toward the spawn. It
 * closes a room, and then hides the key where players can still go. The room of this key is closed
 * next, so its key lies where players go without both, and so on. Whatever is closed stays closed,
 * so no key can end up behind its own lock.
 */
#include "generate/locks.h"

#include "base/sort.h"

#include <string.h>

enum {
	NO_NODE_BYTE = 0xff, /* each byte of NO_NODE */
	BLOCK = 16,          /* number of tiles of wall that are labeled at once */
};

/* The graph. */

/* Returns the root of a node in a forest of nodes, in which parents come before their children. */
static uint32_t find_root(uint32_t *parents, uint32_t node)
{
	while (parents[node] != node) {
		parents[node] = parents[parents[node]];
		node = parents[node];
	}
	return node;
}

/* Joins the trees of two nodes. */
static void join(uint32_t *parents, uint32_t node, uint32_t other)
{
	const uint32_t a = find_root(parents, node);
	const uint32_t b = find_root(parents, other);
	parents[greater(a, b)] = lesser(a, b);
}

/* Returns whether a door shares an edge with a tile of a node. */
static bool is_beside(const struct locks *locks, uint32_t door, uint32_t node)
{
	for (int side = 0; side < DOOR_SIDES; side++)
		if (locks->sides[door][side] == node)
			return true;
	return false;
}

/* Returns whether a node is a part of an area. */
static bool is_floor(const struct locks *locks, uint32_t node)
{
	return node != NO_NODE && node >= locks->map->door_count;
}

/* Adds a node to the sides of a door. Does nothing if `door` is not the node of a door. */
static void add_side(struct locks *locks, uint32_t door, uint32_t node)
{
	int side = 0;
	if (door >= locks->map->door_count)
		return;
	while (locks->sides[door][side] != NO_NODE)
		side++;
	locks->sides[door][side] = node;
}

/* Handles two tiles that share an edge, by their nodes. */
static void meet(struct locks *locks, uint32_t node, uint32_t other)
{
	if (node == NO_NODE || other == NO_NODE)
		return;
	if (is_floor(locks, node) && is_floor(locks, other))
		join(locks->parents, node, other);
	add_side(locks, node, other);
	add_side(locks, other, node);
}

/*
 * Stores the node of a run of floor: the first one above it, or a new one. Returns false if out of
 * memory.
 */
static bool find_node(struct locks *locks, uint32_t start, uint32_t end, uint32_t *node)
{
	for (uint32_t x = start; x < end; x++) {
		*node = locks->labels[x];
		if (is_floor(locks, *node))
			return true;
	}
	*node = locks->node_count++;
	if (!array_reserve(locks, parents, locks->node_count))
		return false;
	locks->parents[*node] = *node;
	return true;
}

/*
 * Replaces the labels, which are the nodes of the row above, by the nodes of a row. Its doors have
 * theirs already. Returns false if out of memory.
 */
static bool label_row(struct locks *locks, const char *row)
{
	static const char walls[BLOCK]; /* all TILE_WALL */
	_Static_assert(TILE_WALL == 0, "zeroed tiles are wall");
	const uint32_t width = locks->map->recipe.width;
	uint32_t *labels = locks->labels;
	uint32_t end;
	/* The first and the last column are wall. */
	for (uint32_t start = 0; start < width; start = end) {
		end = start + 1;
		if (row[start] == TILE_WALL) {
			labels[start] = NO_NODE;
			if (width - start >= BLOCK && !memcmp(row + start, walls, BLOCK)) {
				memset(labels + start, NO_NODE_BYTE, BLOCK * sizeof *labels);
				end = start + BLOCK;
			}
			continue;
		}
		uint32_t node = labels[start];
		if (row[start] == TILE_FLOOR) {
			while (row[end] == TILE_FLOOR)
				end++;
			if (!find_node(locks, start, end, &node))
				return false;
			uint32_t above = NO_NODE;
			for (uint32_t x = start; x < end; x++) {
				if (labels[x] != above) {
					above = labels[x];
					meet(locks, node, above);
				}
				labels[x] = node;
			}
		}
		meet(locks, node, labels[start - 1]);
	}
	return true;
}

/* Replaces the nodes of rooms and beside doors by one node for each area. */
static void join_areas(struct locks *locks)
{
	for (uint32_t room = 0; room < locks->map->room_count; room++)
		locks->areas[room] = find_root(locks->parents, locks->areas[room]);
	for (uint32_t door = 0; door < locks->map->door_count; door++) {
		for (int side = 0; side < DOOR_SIDES; side++) {
			const uint32_t node = locks->sides[door][side];
			if (is_floor(locks, node))
				locks->sides[door][side] = find_root(locks->parents, node);
		}
	}
}

/* Finds the nodes of a map. Returns false if out of memory. */
static bool find_nodes(struct locks *locks)
{
	const struct map *map = locks->map;
	const uint32_t height = map->recipe.height;
	const uint32_t *room_order = sort_indices(&locks->room_sort, map->room_count, height,
						  map_area_row, map);
	const uint32_t *door_order = sort_indices(&locks->door_sort, map->door_count, height,
						  map_door_row, map);
	if (!room_order || !door_order)
		return false;
	if (!array_reserve(locks, labels, map->recipe.width))
		return false;
	if (!array_reserve(locks, sides, map->door_count))
		return false;
	if (!array_reserve(locks, areas, map->room_count))
		return false;
	if (!rows_start(&locks->rows, map, &row_kinds))
		return false;
	if (map->door_count > 0)
		memset(locks->sides, NO_NODE_BYTE, map->door_count * sizeof *locks->sides);
	memset(locks->labels, NO_NODE_BYTE, map->recipe.width * sizeof *locks->labels);
	locks->node_count = map->door_count;
	uint32_t rooms_found = 0;
	uint32_t doors_found = 0;
	for (uint32_t y = 0; y < height; y++) {
		const char *row = rows_next(&locks->rows);
		for (; doors_found < map->door_count; doors_found++) {
			const uint32_t door = door_order[doors_found];
			const struct point at = map->doors[door].at;
			if (at.y != y)
				break;
			meet(locks, door, locks->labels[at.x]);
			locks->labels[at.x] = door;
		}
		if (!label_row(locks, row))
			return false;
		for (; rooms_found < map->room_count; rooms_found++) {
			const uint32_t room = room_order[rooms_found];
			const struct area floor = room_floor(map->rooms[room]);
			if (floor.y1 != y)
				break;
			locks->areas[room] = locks->labels[floor.x1];
		}
	}
	join_areas(locks);
	return array_reserve(locks, is_open, locks->node_count);
}

/* Opens all nodes. */
static void open_all(struct locks *locks)
{
	for (uint32_t node = 0; node < locks->node_count; node++)
		locks->is_open[node] = true;
}

/* Finds out which open nodes can be reached from each other. */
static void search(const struct locks *locks)
{
	for (uint32_t node = 0; node < locks->node_count; node++)
		locks->parents[node] = node;
	for (uint32_t door = 0; door < locks->map->door_count; door++) {
		for (int side = 0; side < DOOR_SIDES && locks->is_open[door]; side++) {
			const uint32_t node = locks->sides[door][side];
			if (node != NO_NODE && locks->is_open[node])
				join(locks->parents, door, node);
		}
	}
}

/* Returns whether players reach a node from the spawn, by the last search. */
static bool is_reached(const struct locks *locks, uint32_t node)
{
	if (node == NO_NODE || !locks->is_open[node])
		return false;
	return find_root(locks->parents, node) ==
	       find_root(locks->parents, locks->areas[locks->spawn_room]);
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
	uint32_t room = find_room(map, MARK_EXIT);
	bar_area(locks, locks->areas[room]);
	if (locks->areas[room] == locks->areas[locks->spawn_room])
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
		bar_area(locks, locks->areas[key_room]);
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

bool locks_place(struct locks *locks, struct map *map)
{
	locks->map = map;
	if (!find_nodes(locks) || !start_rooms(locks))
		return false;
	open_all(locks);
	bar_area(locks, locks->areas[locks->spawn_room]);
	place_locks(locks);
	if (map->recipe.secrets > 0)
		place_secrets(locks);
	return true;
}

void locks_free(struct locks *locks)
{
	rows_free(&locks->rows);
	memory_free(&locks->room_sort);
	memory_free(&locks->door_sort);
	array_free(locks, labels);
	array_free(locks, sides);
	array_free(locks, areas);
	array_free(locks, is_open);
	array_free(locks, parents);
	array_free(locks, way_counts);
	array_free(locks, is_barred);
}
