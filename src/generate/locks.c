/* SPDX-License-Identifier: MIT */
/*
 * Keys before locks, by construction: dungen begins at the exit and works toward the spawn. It
 * closes a room, and then hides the key where players can still go. The room of this key is closed
 * next, so its key lies where players go without both, and so on. Whatever is closed stays closed,
 * so no key can end up behind its own lock.
 */
#include "generate/locks.h"

#include <string.h>

/* Searching. */

/* Searches the tiles of `bits`, starting at a tile. Returns false if out of memory. */
static bool search(struct walk *walk, const uint64_t *bits, struct point start)
{
	memcpy(walk->unreached, bits, (size_t)walk->word_count * sizeof *bits);
	walk->newest_count = 0;
	if (!walk_is_unreached(walk, start))
		return true;
	return walk_begin(walk, start) && walk_advance_to(walk, NULL);
}

/* Returns whether the last search in `open` reached a tile. */
static bool is_reached(const struct locks *locks, struct point at)
{
	const uint64_t bit = walk_bit(locks->walk, at);
	return bit_is_set(locks->open, bit) && !bit_is_set(locks->walk->unreached, bit);
}

/* Finds the area of the room with this center. Returns false if out of memory. */
static bool find_area(struct locks *locks, struct point center)
{
	struct walk *walk = locks->walk;
	const struct map *map = locks->map;
	uint64_t *area = locks->area;
	memcpy(area, walk->walkable, (size_t)walk->word_count * sizeof *area);
	for (uint32_t i = 0; i < map->door_count; i++)
		(void)bit_clear(area, walk_bit(walk, map->doors[i].at));
	if (!search(walk, area, center))
		return false;
	for (uint64_t i = 0; i < walk->word_count; i++)
		area[i] &= ~walk->unreached[i];
	return true;
}

/* Returns whether the area found last contains a tile. */
static bool area_has(const struct locks *locks, struct point at)
{
	return bit_is_set(locks->area, walk_bit(locks->walk, at));
}

/* Returns whether a tile shares an edge with the area found last. */
static bool is_beside_area(const struct locks *locks, struct point at)
{
	const uint64_t *area = locks->area;
	const uint64_t stride = locks->walk->stride;
	const uint64_t bit = walk_bit(locks->walk, at);
	return bit_is_set(area, bit - 1) || bit_is_set(area, bit + 1) ||
	       bit_is_set(area, bit - stride) || bit_is_set(area, bit + stride);
}

/* Closes the area found last. */
static void close_area(struct locks *locks)
{
	for (uint64_t i = 0; i < locks->walk->word_count; i++)
		locks->open[i] &= ~locks->area[i];
}

/* Opens it again. */
static void open_area(struct locks *locks)
{
	for (uint64_t i = 0; i < locks->walk->word_count; i++)
		locks->open[i] |= locks->area[i];
}

/* Choosing rooms. */

/* Bars the rooms whose centers are in the area found last. Returns their number. */
static uint32_t bar_area(struct locks *locks)
{
	const struct map *map = locks->map;
	uint32_t count = 0;
	for (uint32_t room = 0; room < map->room_count; room++) {
		if (!area_has(locks, room_center(map->rooms[room])))
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
 * Chooses one of the rooms that the last search in `open` reached and that are not barred: of those
 * with the fewest ways, the one that is farthest from the spawn and from the room closed last.
 * Returns NO_ROOM if there is none.
 */
static uint32_t choose_room(const struct locks *locks, uint32_t closed_room)
{
	const struct map *map = locks->map;
	uint32_t chosen = NO_ROOM;
	uint64_t chosen_distance = 0;
	for (uint32_t room = 0; room < map->room_count; room++) {
		if (locks->is_barred[room] || !is_reached(locks, room_center(map->rooms[room])))
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

/* Returns false if out of memory. */
static bool place_locks(struct locks *locks)
{
	struct map *map = locks->map;
	const struct point spawn = map->marks[MARK_SPAWN].at;
	uint32_t room = find_room(map, MARK_EXIT);
	if (!find_area(locks, room_center(map->rooms[room])))
		return false;
	if (area_has(locks, spawn))
		return true;
	while (map->lock_count < map->recipe.locks) {
		close_area(locks);
		if (!search(locks->walk, locks->open, spawn))
			return false;
		const uint32_t key_room = choose_room(locks, room);
		if (key_room == NO_ROOM)
			break;
		const struct point key = room_center(map->rooms[key_room]);
		map->keys[map->lock_count++] = (struct key){.at = key, .is_set = true};
		for (uint32_t i = 0; i < map->door_count; i++) {
			struct door *door = &map->doors[i];
			if (is_reached(locks, door->at) && is_beside_area(locks, door->at))
				door->lock = map->lock_count;
		}
		room = key_room;
		if (!find_area(locks, key))
			return false;
	}
	reverse_numbers(map);
	return true;
}

/* Placing secrets. */

/*
 * Counts what players reach without keys and secret doors: rooms, and locked doors that they stand
 * beside. Returns false if out of memory.
 */
static bool count_reached(struct locks *locks, uint32_t *count)
{
	const struct map *map = locks->map;
	if (!search(locks->walk, locks->open, map->marks[MARK_SPAWN].at))
		return false;
	*count = 0;
	for (uint32_t room = 0; room < map->room_count; room++)
		*count += is_reached(locks, room_center(map->rooms[room]));
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct point at = map->doors[i].at;
		if (map->doors[i].lock == 0)
			continue;
		*count += is_reached(locks, (struct point){at.x - 1, at.y}) ||
			  is_reached(locks, (struct point){at.x + 1, at.y}) ||
			  is_reached(locks, (struct point){at.x, at.y - 1}) ||
			  is_reached(locks, (struct point){at.x, at.y + 1});
	}
	return true;
}

/* Bars the rooms that players need: those of the exit and the keys. Returns false if out of memory.
 */
static bool bar_needed_rooms(struct locks *locks)
{
	const struct map *map = locks->map;
	if (!find_area(locks, map->marks[MARK_EXIT].at))
		return false;
	(void)bar_area(locks);
	for (uint32_t i = 0; i < map->lock_count; i++) {
		if (!find_area(locks, map->keys[i].at))
			return false;
		(void)bar_area(locks);
	}
	return true;
}

/* Returns false if out of memory. */
static bool place_secrets(struct locks *locks)
{
	struct map *map = locks->map;
	const struct walk *walk = locks->walk;
	uint32_t secret_count = 0;
	uint32_t reached_count;
	uint32_t closed_room = find_room(map, MARK_EXIT);
	if (!bar_needed_rooms(locks))
		return false;
	memcpy(locks->open, walk->walkable, (size_t)walk->word_count * sizeof *locks->open);
	for (uint32_t i = 0; i < map->door_count; i++)
		if (map->doors[i].lock > 0)
			(void)bit_clear(locks->open, walk_bit(walk, map->doors[i].at));
	if (!count_reached(locks, &reached_count))
		return false;
	while (secret_count < map->recipe.secrets) {
		const uint32_t room = choose_room(locks, closed_room);
		if (room == NO_ROOM)
			break;
		if (!find_area(locks, room_center(map->rooms[room])))
			return false;
		const uint32_t hidden_count = bar_area(locks);
		uint32_t reached_after;
		close_area(locks);
		if (!count_reached(locks, &reached_after))
			return false;
		/* Everything else must still be reached. Nothing new can be. */
		if (reached_after + hidden_count < reached_count) {
			open_area(locks);
			if (!count_reached(locks, &reached_count))
				return false;
			continue;
		}
		reached_count = reached_after;
		closed_room = room;
		secret_count++;
		for (uint32_t i = 0; i < map->door_count; i++)
			if (is_beside_area(locks, map->doors[i].at))
				map->doors[i].is_secret = true;
	}
	return true;
}

bool locks_place(struct locks *locks, struct walk *walk, struct map *map)
{
	locks->walk = walk;
	locks->map = map;
	if (!walk_load(walk, map))
		return false;
	if (!array_reserve(locks, open, walk->word_count))
		return false;
	if (!array_reserve(locks, area, walk->word_count))
		return false;
	memcpy(locks->open, walk->walkable, (size_t)walk->word_count * sizeof *locks->open);
	if (!start_rooms(locks))
		return false;
	if (!find_area(locks, map->marks[MARK_SPAWN].at))
		return false;
	(void)bar_area(locks);
	if (!place_locks(locks))
		return false;
	return map->recipe.secrets == 0 || place_secrets(locks);
}

void locks_free(struct locks *locks)
{
	array_free(locks, open);
	array_free(locks, area);
	array_free(locks, way_counts);
	array_free(locks, is_barred);
}
