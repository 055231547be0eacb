/* SPDX-License-Identifier: MIT */
#include "map/check.h"

/* Reports the marks that are in the wall. */
static void check_marks(const struct check *check)
{
	for (uint32_t i = 0; i < MARK_KINDS; i++) {
		const struct mark mark = check->map->marks[i];
		if (!mark.is_set || walk_is_walkable(&check->walk, mark.at))
			continue;
		const struct fault fault = {
			.kind = FAULT_MARK,
			.mark = (enum mark_kind)i,
			.at = mark.at,
		};
		check->report(check->context, &fault);
	}
}

/*
 * Reports rooms whose floor overlaps the floor of an earlier room. A room that was reported does
 * not count as an earlier room for those after it. Returns false if out of memory.
 */
static bool check_rooms(struct check *check)
{
	const struct map *map = check->map;
	struct overlap *overlap = &check->overlap;
	overlap_start(overlap, map);
	if (!array_reserve(check, floors, (uint64_t)map->room_count + 1))
		return false;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area floor = room_floor(map->rooms[i]);
		const struct fault fault = {
			.kind = FAULT_OVERLAP,
			.room = i,
			.rooms = map->rooms,
		};
		if (overlap_meets(overlap, floor)) {
			check->report(check->context, &fault);
			continue;
		}
		check->floors[overlap->count] = floor;
		if (!overlap_add(overlap, check->floors, overlap->count + 1))
			return false;
	}
	return true;
}

/* Returns whether a door is between two walls and two floor tiles. */
static bool is_door_between(const struct walk *walk, struct point at)
{
	const uint64_t bit = walk_bit(walk, at);
	return door_fits(bit_is_set(walk->walkable, bit - 1), bit_is_set(walk->walkable, bit + 1),
			 bit_is_set(walk->walkable, bit - walk->stride),
			 bit_is_set(walk->walkable, bit + walk->stride));
}

/* Reports floor at the edge. */
static void check_edge(const struct check *check)
{
	const uint32_t last_column = check->map->recipe.width - 1;
	const uint32_t last_row = check->map->recipe.height - 1;
	struct fault edge = {.kind = FAULT_EDGE};
	for (uint32_t y = 0; y <= last_row; y++) {
		const bool is_edge_row = y == 0 || y == last_row;
		for (uint32_t x = 0; x <= last_column;
		     x += is_edge_row ? 1 : greater(last_column, 1)) {
			const struct point at = {x, y};
			if (!walk_is_walkable(&check->walk, at))
				continue;
			if (edge.count == 0)
				edge.at = at;
			edge.count++;
		}
	}
	if (edge.count > 0)
		check->report(check->context, &edge);
}

/* Reports doors in the wrong place. */
static void check_doors(struct check *check)
{
	struct rows *rows = &check->walk.rows;
	const uint32_t width = check->map->recipe.width;
	const char *row;
	/* This cannot fail. walk_load did the same with the same memory. */
	(void)rows_start(rows, check->map, &row_kinds);
	for (uint32_t y = 0; (row = rows_next(rows)); y++) {
		for (uint32_t x = 0; x < width; x++) {
			const struct fault fault = {.kind = FAULT_DOOR, .at = {x, y}};
			if (row[x] == TILE_DOOR && !is_door_between(&check->walk, fault.at))
				check->report(check->context, &fault);
		}
	}
}

/*
 * Searches like a player who finds every secret door, and takes each key that can be reached,
 * except that of one lock. Afterward, exactly the tiles that are out of reach are unreached.
 * Returns false if out of memory.
 */
static bool play(struct check *check, uint32_t lock_without_key)
{
	const struct map *map = check->map;
	uint32_t opened = 0;
	uint32_t opened_next = DOORS_SECRET;
	while (opened != opened_next) {
		opened = opened_next;
		if (!walk_with_keys(&check->walk, map, opened, map->marks[MARK_SPAWN].at, NULL))
			return false;
		for (uint32_t lock = 1; lock <= map->lock_count; lock++) {
			const struct key key = map->keys[lock - 1];
			if (key.is_set && lock != lock_without_key &&
			    walk_has_reached(&check->walk, key.at))
				opened_next |= DOORS_OF_LOCK(lock);
		}
	}
	return true;
}

/* Returns whether both tiles on opposite sides of a door have been reached. */
static bool has_reached_both_sides(const struct walk *walk, struct point door)
{
	const uint64_t bit = walk_bit(walk, door);
	const uint64_t steps[] = {1, walk->stride};
	for (int i = 0; i < 2; i++) {
		const uint64_t before = bit - steps[i];
		const uint64_t after = bit + steps[i];
		if (bit_is_set(walk->walkable, before) && !bit_is_set(walk->unreached, before) &&
		    bit_is_set(walk->walkable, after) && !bit_is_set(walk->unreached, after))
			return true;
	}
	return false;
}

/* Reports faults of locks and keys. Returns false if out of memory. */
static bool check_locks(struct check *check)
{
	const struct map *map = check->map;
	const struct mark exit = map->marks[MARK_EXIT];
	bool has_door[LOCKS_MAX + 1] = {false};
	for (uint32_t i = 0; i < map->door_count; i++)
		has_door[map->doors[i].lock] = true;
	for (uint32_t lock = 1; lock <= map->lock_count; lock++) {
		const struct key key = map->keys[lock - 1];
		struct fault fault = {.kind = FAULT_LOCK, .lock = lock, .at = key.at};
		if (key.is_set && !walk_is_walkable(&check->walk, key.at)) {
			fault.kind = FAULT_KEY_IN_WALL;
			check->report(check->context, &fault);
		}
		fault.kind = key.is_set ? FAULT_KEY : FAULT_LOCK;
		if (!key.is_set || !has_door[lock])
			check->report(check->context, &fault);
	}
	if (map->lock_count == 0 || !walk_has_mark(&check->walk, map->marks[MARK_SPAWN]))
		return true;
	if (!play(check, 0))
		return false;
	for (uint32_t lock = 1; lock <= map->lock_count; lock++) {
		const struct key key = map->keys[lock - 1];
		const struct fault fault = {.kind = FAULT_KEY_SHUT, .lock = lock, .at = key.at};
		if (key.is_set && walk_is_unreached(&check->walk, key.at))
			check->report(check->context, &fault);
	}
	const struct fault shut = {.kind = FAULT_SHUT, .at = exit.at};
	if (walk_has_mark(&check->walk, exit) && !walk_has_reached(&check->walk, exit.at))
		check->report(check->context, &shut);
	for (uint32_t lock = 1; lock <= map->lock_count; lock++) {
		if (!play(check, lock))
			return false;
		for (uint32_t i = 0; i < map->door_count; i++) {
			const struct door *door = &map->doors[i];
			const struct fault fault = {
				.kind = FAULT_OPEN, .lock = lock, .at = door->at};
			if (door->lock == lock && has_reached_both_sides(&check->walk, door->at)) {
				check->report(check->context, &fault);
				break;
			}
		}
	}
	return true;
}

bool check_map(struct check *check, const struct map *map)
{
	struct walk *walk = &check->walk;
	check->map = map;
	if (!walk_load(walk, map))
		return false;
	check_marks(check);
	if (!check_rooms(check))
		return false;
	/* The floor outside of the region of the spawn, or outside of the largest region. */
	const bool has_spawn = walk_has_mark(walk, map->marks[MARK_SPAWN]);
	if (!walk_main_region(walk, map))
		return false;
	struct fault fault = {
		.kind = has_spawn ? FAULT_UNREACHABLE : FAULT_SEPARATE,
		.count = walk->unreached_count,
		.floor_count = walk->walkable_count,
	};
	if (walk_find_unreached(walk, &fault.at))
		check->report(check->context, &fault);
	check_edge(check);
	check_doors(check);
	return check_locks(check);
}

void check_free(struct check *check)
{
	walk_free(&check->walk);
	overlap_free(&check->overlap);
	array_free(check, floors);
}
