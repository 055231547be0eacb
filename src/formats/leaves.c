/* SPDX-License-Identifier: MIT */
#include "formats/leaves.h"

/* Returns whether a tile of a map that stores its tiles can be walked on. */
static bool is_open(const struct map *map, int64_t x, int64_t y)
{
	if (x < 0 || y < 0 || x >= map->recipe.width || y >= map->recipe.height)
		return false;
	return map->tiles[y * map->recipe.width + x] != TILE_WALL;
}

/*
 * Returns the leaf of a door whose room is unknown. The side with more floor is that of the room.
 */
static struct leaf guess_leaf(const struct map *map, struct point at)
{
	const int64_t x = at.x;
	const int64_t y = at.y;
	const bool is_upright = is_open(map, x - 1, y) || is_open(map, x + 1, y) ||
				(!is_open(map, x, y - 1) && !is_open(map, x, y + 1));
	int near_count = 0;
	int far_count = 0;
	for (int i = -1; i <= 1; i++) {
		near_count += is_upright ? is_open(map, x - 1, y + i) : is_open(map, x + i, y - 1);
		far_count += is_upright ? is_open(map, x + 1, y + i) : is_open(map, x + i, y + 1);
	}
	return (struct leaf){
		.at = at,
		.is_upright = is_upright,
		.is_far = far_count >= near_count,
	};
}

/* Sets the side and the lock of a leaf. */
static void set_door(struct leaf *leaf, const struct map *map, const struct door *door)
{
	const struct area room = map->rooms[door->room];
	leaf->is_upright = door->at.x == room.x1 || door->at.x == room.x2;
	leaf->is_far = leaf->is_upright ? door->at.x == room.x1 : door->at.y == room.y1;
	leaf->lock = door->lock;
	leaf->is_secret = door->is_secret;
}

/* Adds a leaf. Returns false if out of memory. */
static bool add_leaf(struct leaves *leaves, struct leaf leaf)
{
	if (!array_reserve(leaves, list, (uint64_t)leaves->count + 1))
		return false;
	leaves->list[leaves->count++] = leaf;
	return true;
}

bool leaves_list(struct leaves *leaves, const struct map *map)
{
	const uint32_t *doors = NULL;
	leaves->count = 0;
	if (map->door_count > 0) {
		doors = sort_indices(&leaves->sort, map->door_count, map->recipe.height,
				     map_door_row, map);
		if (!doors)
			return false;
	}
	if (!map->stores_tiles) {
		for (uint32_t i = 0; i < map->door_count; i++) {
			const struct door *door = &map->doors[doors[i]];
			struct leaf leaf = {.at = door->at};
			set_door(&leaf, map, door);
			if (!add_leaf(leaves, leaf))
				return false;
		}
		return true;
	}
	/* The file may have more doors than its list. */
	uint32_t row_begin = 0;
	for (uint64_t i = 0; i < recipe_tiles(&map->recipe); i++) {
		const struct point at = {
			.x = (uint32_t)(i % map->recipe.width),
			.y = (uint32_t)(i / map->recipe.width),
		};
		if (map->tiles[i] != TILE_DOOR)
			continue;
		struct leaf leaf = guess_leaf(map, at);
		while (row_begin < map->door_count && map->doors[doors[row_begin]].at.y < at.y)
			row_begin++;
		for (uint32_t k = row_begin; k < map->door_count; k++) {
			const struct door *door = &map->doors[doors[k]];
			if (door->at.y > at.y)
				break;
			if (door->at.x == at.x)
				set_door(&leaf, map, door);
		}
		if (!add_leaf(leaves, leaf))
			return false;
	}
	return true;
}

struct box leaf_box(const struct leaf *leaf, int64_t reach)
{
	struct box box = area_box(area_between(leaf->at, leaf->at));
	if (leaf->is_upright) {
		const int64_t line = leaf->is_far ? box.x2 : box.x1;
		box.x1 = line - reach;
		box.x2 = line + reach;
	} else {
		const int64_t line = leaf->is_far ? box.y2 : box.y1;
		box.y1 = line - reach;
		box.y2 = line + reach;
	}
	return box;
}

struct spot leaf_sign(const struct leaf *leaf)
{
	struct spot sign = tile_middle(leaf->at);
	*(leaf->is_upright ? &sign.x : &sign.y) += leaf->is_far ? -10 : 10;
	return sign;
}

void leaves_free(struct leaves *leaves)
{
	array_free(leaves, list);
	memory_free(&leaves->sort);
}
