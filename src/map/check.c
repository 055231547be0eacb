/* SPDX-License-Identifier: MIT */
#include "map/check.h"

#include <string.h>

static void report(struct check *check, struct fault fault)
{
	check->report(check->context, &fault);
}

/*
 * Looks at the neighbors of a door before any search. The floor of a walk has wall around the map.
 */
static void look_at_door(struct check *check, struct point at)
{
	const struct walk *walk = &check->walk;
	const uint64_t bit = walk_bit(walk, at), stride = walk->stride;
	bool left = walk_bit_is_unreached(walk, bit - 1),
	     right = walk_bit_is_unreached(walk, bit + 1);
	bool above = walk_bit_is_unreached(walk, bit - stride),
	     below = walk_bit_is_unreached(walk, bit + stride);
	if (left != right || above != below || left == above)
		report(check, (struct fault){.kind = FAULT_DOOR, .at = at});
}

/* Looks at every tile, from top to bottom. */
static void look_at_tiles(struct check *check)
{
	const struct recipe *recipe = &check->map->recipe;
	struct rows *rows = &check->walk.rows;
	struct fault edge = {.kind = FAULT_EDGE};
	const char *tiles;
	/* It cannot fail: walk_load has drawn the same rows in this memory. */
	(void)rows_start(rows, check->map, &row_kinds, check->watch);
	for (uint32_t y = 0; (tiles = rows_next(rows)); y++) {
		const char *end = tiles + recipe->width;
		uint32_t step = y == 0 || y == recipe->height - 1 || recipe->width == 1
					? 1
					: recipe->width - 1;
		for (uint32_t x = 0; x < recipe->width; x += step)
			if (tiles[x] != TILE_WALL && edge.count++ == 0)
				edge.at = (struct point){x, y};
		for (const char *door = tiles;
		     (door = memchr(door, TILE_DOOR, (size_t)(end - door))); door++)
			look_at_door(check, (struct point){(uint32_t)(door - tiles), y});
	}
	if (edge.count > 0)
		report(check, edge);
}

/*
 * Reports the floor outside of the spawn's region, or of the largest. Returns false if out of
 * memory.
 */
static bool look_at_regions(struct check *check, bool has_spawn)
{
	struct walk *walk = &check->walk;
	struct fault fault = {.kind = has_spawn ? FAULT_UNREACHABLE : FAULT_SEPARATE,
			      .of = walk->unreached_count};
	struct point at = check->map->marks[MARK_SPAWN].at,
		     first[2] = {{0, 0}}; /* of the first two regions */
	uint64_t kept = 0, kept_number = 0;
	/* The spawn's region is looked at first, and kept, whatever the size of the others. */
	for (uint64_t number = 0; (has_spawn && number == 0) || walk_find_unreached(walk, &at);
	     number++) {
		uint64_t before = walk->unreached_count;
		if (number < 2)
			first[number] = at;
		if (!walk_begin(walk, at) || !walk_advance_to(walk, NULL))
			return false;
		if (before - walk->unreached_count > kept && (!has_spawn || number == 0)) {
			kept = before - walk->unreached_count;
			kept_number = number;
		}
	}
	fault.count = fault.of - kept;
	fault.at = first[kept_number == 0];
	if (fault.count > 0)
		report(check, fault);
	return true;
}

/*
 * Reports rooms whose floors share tiles with those of an earlier room. Returns false if out of
 * memory.
 */
static bool look_at_rooms(struct check *check)
{
	const struct area *rooms = check->map->rooms;
	struct overlap *floors = &check->overlap;
	overlap_start(floors, check->map);
	if (!array_reserve(check, floors, (uint64_t)check->map->room_count + 1))
		return false;
	for (uint32_t i = 0; i < check->map->room_count; i++) {
		struct area floor = check->floors[floors->count] = room_floor(rooms[i]);
		if (overlap_meets(floors, floor))
			report(check, (struct fault){FAULT_OVERLAP, .room = i, .rooms = rooms});
		else if (!overlap_add(floors, check->floors, floors->count + 1))
			return false;
	}
	return true;
}

bool check_map(struct check *check, const struct map *map)
{
	check->map = map;
	if (!walk_load(&check->walk, map, check->watch))
		return false;
	bool on_floor[MARK_KINDS];
	for (size_t i = 0; i < MARK_KINDS; i++) {
		struct mark mark = map->marks[i];
		on_floor[i] = walk_mark_is_unreached(&check->walk, mark);
		if (mark.is_set && !on_floor[i])
			report(check, (struct fault){.kind = FAULT_MARK,
						     .mark = (enum mark_kind)i,
						     .at = mark.at});
	}
	if (!look_at_rooms(check))
		return false;
	look_at_tiles(check);
	return look_at_regions(check, on_floor[MARK_SPAWN]);
}

void check_free(struct check *check)
{
	walk_free(&check->walk);
	overlap_free(&check->overlap);
	array_free(check, floors);
}
