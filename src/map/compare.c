/* SPDX-License-Identifier: MIT */
#include "map/compare.h"

#include <string.h>

/* Returns whether two doors are equal. The padding of the struct may differ. */
static bool doors_are_equal(const struct door *a, const struct door *b)
{
	return points_are_equal(a->at, b->at) && a->room == b->room && a->lock == b->lock &&
	       a->is_secret == b->is_secret;
}

/* Returns whether two maps have equal rooms, tunnels, doors, or keys at an index. */
static bool parts_are_equal(const struct map *expected, const struct map *actual,
			    enum difference_kind kind, uint32_t index)
{
	if (kind == DIFFERENCE_ROOM)
		return memcmp(&expected->rooms[index], &actual->rooms[index],
			      sizeof *expected->rooms) == 0;
	if (kind == DIFFERENCE_DOOR)
		return doors_are_equal(&expected->doors[index], &actual->doors[index]);
	if (kind == DIFFERENCE_KEY)
		return expected->keys[index].is_set == actual->keys[index].is_set &&
		       points_are_equal(expected->keys[index].at, actual->keys[index].at);
	const struct tunnel a = expected->tunnels[index];
	const struct tunnel b = actual->tunnels[index];
	const struct path a_path = tunnel_path(expected, index);
	const struct path b_path = tunnel_path(actual, index);
	return a.from == b.from && a.to == b.to && a_path.count == b_path.count &&
	       memcmp(a_path.legs, b_path.legs, a_path.count * sizeof *a_path.legs) == 0;
}

/*
 * Stores the first room that differs in *difference, or if all rooms are equal, the first tunnel,
 * the first door, or the first key. Returns whether a part differs.
 */
static bool compare_parts(const struct map *expected, const struct map *actual,
			  struct difference *difference)
{
	const uint32_t counts[][2] = {
		[DIFFERENCE_ROOM] = {expected->room_count, actual->room_count},
		[DIFFERENCE_TUNNEL] = {expected->tunnel_count, actual->tunnel_count},
		[DIFFERENCE_DOOR] = {expected->door_count, actual->door_count},
		[DIFFERENCE_KEY] = {expected->lock_count, actual->lock_count},
	};
	/* A document may lack a list. */
	static const unsigned list_bits[] = {
		[DIFFERENCE_TUNNEL] = LACKS_TUNNELS,
		[DIFFERENCE_DOOR] = LACKS_DOORS,
		[DIFFERENCE_KEY] = LACKS_KEYS,
	};
	for (enum difference_kind kind = DIFFERENCE_ROOM; kind <= DIFFERENCE_KEY; kind++) {
		if (actual->lacks & list_bits[kind])
			continue;
		const uint32_t common_count = lesser(counts[kind][0], counts[kind][1]);
		uint32_t index = 0;
		while (index < common_count && parts_are_equal(expected, actual, kind, index))
			index++;
		if (index == counts[kind][0] && index == counts[kind][1])
			continue;
		difference->kind = kind;
		difference->index = index;
		return true;
	}
	return false;
}

/* Stores the bytes of all rows in `tiles`. Returns false if out of memory. */
static bool draw_tiles(struct rows *rows, const struct map *map, const struct row_bytes *bytes,
		       char *tiles)
{
	const size_t width = map->recipe.width;
	const char *row;
	if (!rows_start(rows, map, bytes))
		return false;
	while ((row = rows_next(rows))) {
		memcpy(tiles, row, width);
		tiles += width;
	}
	return true;
}

bool compare_draw(struct compare *compare, const struct map *expected, const struct map *actual)
{
	static const struct row_bytes kinds_without_doors = {
		.kind = {TILE_WALL, TILE_FLOOR, TILE_FLOOR},
		.end = "",
	};
	const struct row_bytes *bytes = &row_kinds;
	if ((expected->lacks | actual->lacks) & LACKS_DOORS)
		bytes = &kinds_without_doors;
	if (!array_reserve(compare, expected_tiles, recipe_tiles(&expected->recipe)))
		return false;
	if (!array_reserve(compare, actual_tiles, recipe_tiles(&actual->recipe)))
		return false;
	if (!draw_tiles(&compare->rows, expected, bytes, compare->expected_tiles))
		return false;
	return draw_tiles(&compare->rows, actual, bytes, compare->actual_tiles);
}

/* Compares the tiles of two maps of the same size. Returns false if out of memory. */
static bool compare_tiles(struct compare *compare, const struct map *expected_map,
			  const struct map *actual_map, struct difference *difference)
{
	const size_t width = expected_map->recipe.width;
	if (!compare_draw(compare, expected_map, actual_map))
		return false;
	for (uint32_t y = 0; y < expected_map->recipe.height; y++) {
		const char *expected = compare->expected_tiles + y * width;
		const char *actual = compare->actual_tiles + y * width;
		if (memcmp(expected, actual, width) == 0)
			continue;
		difference->rows++;
		if (difference->rows > 1)
			continue;
		uint32_t x = 0;
		while (expected[x] == actual[x])
			x++;
		difference->first_tile = (struct point){x, y};
		difference->expected_tile = (enum tile)expected[x];
		difference->actual_tile = (enum tile)actual[x];
	}
	if (difference->kind == DIFFERENCE_NONE && difference->rows > 0)
		difference->kind = DIFFERENCE_TILES;
	return true;
}

bool compare_maps(struct compare *compare, const struct map *expected, const struct map *actual,
		  struct difference *difference)
{
	const unsigned lacks = expected->lacks | actual->lacks;
	*difference = (struct difference){.kind = DIFFERENCE_NONE};
	if (!sizes_are_equal(&expected->recipe, &actual->recipe)) {
		difference->kind = DIFFERENCE_SIZE;
		if (!sizes_are_swapped(&expected->recipe, &actual->recipe))
			return true;
		/* A search for mistakes needs the tiles. Rows and columns may be exchanged. */
		return compare_draw(compare, expected, actual);
	}

	/* Equal rooms, tunnels, and doors make equal tiles, unless a map stores other tiles. */
	bool tiles_may_differ = expected->stores_tiles || actual->stores_tiles;
	if (!(lacks & LACKS_ROOMS) && compare_parts(expected, actual, difference))
		tiles_may_differ = true;
	if (tiles_may_differ && !compare_tiles(compare, expected, actual, difference))
		return false;
	for (uint32_t i = 0; i < MARK_KINDS && difference->kind == DIFFERENCE_NONE; i++) {
		const struct mark a = expected->marks[i];
		const struct mark b = actual->marks[i];
		if (a.is_set && b.is_set && !points_are_equal(a.at, b.at)) {
			difference->kind = DIFFERENCE_MARK;
			difference->index = i;
		}
	}
	return true;
}

void compare_free(struct compare *compare)
{
	rows_free(&compare->rows);
	array_free(compare, expected_tiles);
	array_free(compare, actual_tiles);
}
