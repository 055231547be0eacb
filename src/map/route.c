/* SPDX-License-Identifier: MIT */
/*
 * Searches from the exit to the spawn, and then follows the distances back to the exit.
 *
 * It is enough to know each distance modulo 3, because the distances of two neighbors differ by
 * exactly one. The code of a tile is 0 if the search has not reached it, and otherwise its distance
 * modulo 3, plus 1.
 */
#include "map/route.h"

#include <string.h>

enum {
	CODE_BITS = 2,
	CODES_IN_BYTE = 4,
	CODE_MASK = 3,
	CODE_UNREACHED = 0,
};

/* The directions of steps, in the order in which they are tried. */
enum direction { LEFT, RIGHT, UP, DOWN };

static unsigned distance_code(uint64_t distance)
{
	return (unsigned)(distance % 3) + 1;
}

static unsigned get_code(const struct route *route, uint64_t bit)
{
	const unsigned shift = CODE_BITS * (bit % CODES_IN_BYTE);
	return route->distance_codes[bit / CODES_IN_BYTE] >> shift & CODE_MASK;
}

/* Sets the code of a tile that has none. */
static void set_code(struct route *route, uint64_t bit, unsigned code)
{
	const unsigned shift = CODE_BITS * (bit % CODES_IN_BYTE);
	route->distance_codes[bit / CODES_IN_BYTE] |= (uint8_t)(code << shift);
}

/* Loads the map, and clears what an earlier search has left. Returns false if out of memory. */
static bool load_map(struct route *route, const struct map *map)
{
	struct walk *walk = &route->walk;
	if (!walk_load(walk, map))
		return false;
	const uint64_t code_bytes = walk->word_count * (64 / CODES_IN_BYTE);
	if (!array_reserve(route, tiles, walk->word_count))
		return false;
	if (!array_reserve(route, distance_codes, code_bytes))
		return false;
	memset(route->tiles, 0, (size_t)walk->word_count * sizeof *route->tiles);
	memset(route->distance_codes, CODE_UNREACHED, (size_t)code_bytes);
	route->corner_count = 0;
	return true;
}

/* Sets the codes of the tiles that the last step of the search reached. */
static void set_newest_codes(struct route *route)
{
	const struct walk *walk = &route->walk;
	const unsigned code = distance_code(walk->steps);
	for (size_t i = 0; i < walk->newest_count; i++)
		set_code(route, walk->newest[i], code);
}

/* Searches from the exit until the spawn is reached, or to the end. Returns false if out of memory.
 */
static bool search(struct route *route, struct point spawn, struct point exit)
{
	struct walk *walk = &route->walk;
	if (!walk_begin(walk, exit))
		return false;
	set_newest_codes(route);
	while (walk->newest_count > 0 && walk_is_unreached(walk, spawn)) {
		if (!walk_step(walk))
			return false;
		set_newest_codes(route);
	}
	return true;
}

/* Adds a corner. Returns false if out of memory. */
static bool add_corner(struct route *route, uint64_t bit)
{
	const uint64_t stride = route->walk.stride;
	if (!array_reserve(route, corners, (uint64_t)route->corner_count + 1))
		return false;
	route->corners[route->corner_count++] = (struct point){
		.x = (uint32_t)(bit % stride),
		.y = (uint32_t)(bit / stride - 1),
	};
	return true;
}

/* Records that the route passes a tile. */
static void pass_tile(struct route *route, uint64_t bit)
{
	route->tiles[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Returns the bit of the neighbor of a tile in a direction. */
static uint64_t neighbor_bit(const struct route *route, uint64_t bit, enum direction direction)
{
	switch (direction) {
	case LEFT:
		return bit - 1;
	case RIGHT:
		return bit + 1;
	case UP:
		return bit - route->walk.stride;
	default:
		return bit + route->walk.stride;
	}
}

/* Returns whether the neighbor of a tile in a direction has a code. */
static bool neighbor_has_code(const struct route *route, uint64_t bit, enum direction direction,
			      unsigned code)
{
	return get_code(route, neighbor_bit(route, bit, direction)) == code;
}

/* Returns the first direction in which the neighbor of a tile has a code. There must be one. */
static enum direction find_direction(const struct route *route, uint64_t bit, unsigned code)
{
	for (enum direction direction = LEFT; direction < DOWN; direction++) {
		if (neighbor_has_code(route, bit, direction, code))
			return direction;
	}
	return DOWN;
}

/*
 * Follows the distances from the spawn to the exit. Goes straight on if that leads nearer to the
 * exit. Otherwise, and at the spawn, takes the first direction that does: left, right, up, down.
 * Returns false if out of memory.
 */
static bool follow_distances(struct route *route, struct point spawn)
{
	uint64_t bit = walk_bit(&route->walk, spawn);
	enum direction direction = LEFT;
	pass_tile(route, bit);
	for (uint64_t distance = route->length; distance > 0; distance--) {
		const unsigned code = distance_code(distance - 1);
		const bool is_first_step = distance == route->length;
		if (is_first_step || !neighbor_has_code(route, bit, direction, code)) {
			direction = find_direction(route, bit, code);
			if (!add_corner(route, bit))
				return false;
		}
		bit = neighbor_bit(route, bit, direction);
		pass_tile(route, bit);
	}
	return add_corner(route, bit);
}

enum route_result route_find(struct route *route, const struct map *map)
{
	const struct mark spawn = map->marks[MARK_SPAWN];
	const struct mark exit = map->marks[MARK_EXIT];
	if (!spawn.is_set)
		return ROUTE_LACKS_SPAWN;
	if (!exit.is_set)
		return ROUTE_LACKS_EXIT;
	if (!load_map(route, map))
		return ROUTE_NO_MEMORY;
	/* Before the search, all walkable tiles are unreached. */
	if (!walk_is_unreached(&route->walk, spawn.at))
		return ROUTE_SPAWN_IN_WALL;
	if (!walk_is_unreached(&route->walk, exit.at))
		return ROUTE_EXIT_IN_WALL;
	if (!search(route, spawn.at, exit.at))
		return ROUTE_NO_MEMORY;
	if (walk_is_unreached(&route->walk, spawn.at))
		return ROUTE_BLOCKED;
	route->length = route->walk.steps;
	if (!follow_distances(route, spawn.at))
		return ROUTE_NO_MEMORY;
	return ROUTE_FOUND;
}

uint32_t route_next_column(const struct route *route, uint32_t x, uint32_t y)
{
	const uint32_t width = route->walk.rows.map->recipe.width;
	while (x < width) {
		const uint64_t bit = walk_bit(&route->walk, (struct point){x, y});
		/* The bits from this tile to the end of its word. */
		const uint64_t word = route->tiles[bit / 64] >> bit % 64;
		if (word != 0) {
			const uint64_t column = x + (uint64_t)__builtin_ctzll(word);
			return column < width ? (uint32_t)column : width;
		}
		/* Go on with the first tile of the next word. */
		const uint32_t bits_left = 64 - bit % 64;
		x = width - x > bits_left ? x + bits_left : width;
	}
	return width;
}

void route_free(struct route *route)
{
	walk_free(&route->walk);
	array_free(route, tiles);
	array_free(route, corners);
	array_free(route, distance_codes);
}
