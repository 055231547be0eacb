/* SPDX-License-Identifier: MIT */
/*
 * Searches from the exit to the spawn, and then follows the distances back to the exit.
 *
 * It is enough to know each distance modulo 3, because the distances of two neighbors differ by
 * exactly one. The code of a tile is 0 if the search has not reached it, and otherwise its distance
 * modulo 3, plus 1. A tile of the route has the code ROUTE_PASSES in the end.
 */
#include "map/route.h"

#include <string.h>

static uint8_t distance_code(uint64_t distance)
{
	return (uint8_t)(distance % 3 + 1);
}

/* Adds a corner. Returns false if out of memory. */
static bool add_corner(struct route *route, uint64_t bit)
{
	if (!array_reserve(route, corners, (uint64_t)route->corner_count + 1))
		return false;
	route->corners[route->corner_count++] = walk_tile(&route->walk, bit);
	return true;
}

/*
 * Follows the distances from the spawn to the exit. Goes straight on if that leads nearer to the
 * exit. Otherwise, and at the spawn, takes the first direction that does: left, right, up, down.
 * Returns false if out of memory.
 */
static bool follow_distances(struct route *route, struct point spawn)
{
	const int64_t stride = (int64_t)route->walk.stride;
	const int64_t steps[] = {-1, 1, -stride, stride};
	uint8_t *codes = route->codes;
	int64_t bit = (int64_t)walk_bit(&route->walk, spawn);
	int64_t step = 0;
	route->corner_count = 0;
	for (uint64_t distance = route->length; distance > 0; distance--) {
		const uint8_t code = distance_code(distance - 1);
		const bool is_first_step = distance == route->length;
		if (is_first_step || codes[bit + step] != code) {
			/* One of the neighbors must be nearer to the exit. */
			int direction = 0;
			while (codes[bit + steps[direction]] != code)
				direction++;
			step = steps[direction];
			if (!add_corner(route, (uint64_t)bit))
				return false;
		}
		/* The route does not come back to this tile, so its code is no longer needed. */
		codes[bit] = ROUTE_PASSES;
		bit += step;
	}
	codes[bit] = ROUTE_PASSES;
	return add_corner(route, (uint64_t)bit);
}

enum route_result route_find(struct route *route, const struct map *map)
{
	struct walk *walk = &route->walk;
	const struct mark spawn = map->marks[MARK_SPAWN];
	const struct mark exit = map->marks[MARK_EXIT];
	if (!spawn.is_set)
		return ROUTE_LACKS_SPAWN;
	if (!exit.is_set)
		return ROUTE_LACKS_EXIT;
	if (!walk_load(walk, map))
		return ROUTE_NO_MEMORY;
	if (!walk_is_walkable(walk, spawn.at))
		return ROUTE_SPAWN_IN_WALL;
	if (!walk_is_walkable(walk, exit.at))
		return ROUTE_EXIT_IN_WALL;
	const bool has_secrets = map_has_secrets(map);
	if (has_secrets) {
		if (!walk_begin(walk, exit.at) || !walk_advance_to(walk, &spawn.at))
			return ROUTE_NO_MEMORY;
		if (walk_is_unreached(walk, spawn.at))
			return ROUTE_BLOCKED;
		route->exit_distance = walk->steps;
		walk_reset_doors(walk, map, ~DOORS_SECRET);
		if (!walk_is_unreached(walk, spawn.at) || !walk_is_unreached(walk, exit.at))
			return ROUTE_HIDDEN;
	}
	const uint64_t code_count = walk->word_count * 64;
	if (!array_reserve(route, codes, code_count) || !walk_begin(walk, exit.at))
		return ROUTE_NO_MEMORY;
	memset(route->codes, 0, (size_t)code_count);
	route->codes[walk_bit(walk, exit.at)] = distance_code(0);
	while (walk->newest_count > 0 && walk_is_unreached(walk, spawn.at)) {
		if (!walk_step(walk))
			return ROUTE_NO_MEMORY;
		for (size_t i = 0; i < walk->newest_count; i++)
			route->codes[walk->newest[i]] = distance_code(walk->steps);
	}
	if (walk_is_unreached(walk, spawn.at))
		return has_secrets ? ROUTE_HIDDEN : ROUTE_BLOCKED;
	route->length = walk->steps;
	if (!has_secrets)
		route->exit_distance = route->length;
	return follow_distances(route, spawn.at) ? ROUTE_FOUND : ROUTE_NO_MEMORY;
}

uint32_t route_next_column(const struct route *route, uint32_t x, uint32_t y)
{
	const uint32_t width = route->walk.rows.map->recipe.width;
	const uint8_t *codes = route->codes + walk_bit(&route->walk, (struct point){0, y});
	const uint8_t *found = memchr(codes + x, ROUTE_PASSES, width - x);
	return found ? (uint32_t)(found - codes) : width;
}

void route_free(struct route *route)
{
	walk_free(&route->walk);
	array_free(route, corners);
	array_free(route, codes);
}
