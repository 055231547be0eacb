/* SPDX-License-Identifier: MIT */
#include "formats/leaves.h"

#include <stdlib.h>

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

/* Adds a leaf. Returns NULL if out of memory. */
static struct leaf *add_leaf(struct leaves *leaves, struct leaf leaf)
{
	if (!array_reserve(leaves, list, (uint64_t)leaves->count + 1))
		return NULL;
	leaves->list[leaves->count] = leaf;
	return &leaves->list[leaves->count++];
}

/* Compares leaves row by row, for bsearch. */
static int compare_leaves(const void *a, const void *b)
{
	const struct point left = ((const struct leaf *)a)->at;
	const struct point right = ((const struct leaf *)b)->at;
	if (left.y != right.y)
		return left.y < right.y ? -1 : 1;
	return left.x < right.x ? -1 : left.x > right.x;
}

bool leaves_list(struct leaves *leaves, const struct map *map)
{
	leaves->count = 0;
	/* The tiles may have more doors than the list, and fewer. */
	for (uint64_t i = 0; map->stores_tiles && i < recipe_tiles(&map->recipe); i++) {
		const struct point at = {
			.x = (uint32_t)(i % map->recipe.width),
			.y = (uint32_t)(i / map->recipe.width),
		};
		if (map->tiles[i] == TILE_DOOR && !add_leaf(leaves, guess_leaf(map, at)))
			return false;
	}
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		const struct area room = map->rooms[door->room];
		const struct leaf key = {.at = door->at};
		struct leaf *leaf = NULL;
		if (!map->stores_tiles) {
			leaf = add_leaf(leaves, key);
			if (!leaf)
				return false;
		} else if (leaves->count > 0) {
			leaf = bsearch(&key, leaves->list, leaves->count, sizeof key,
				       compare_leaves);
		}
		/* The tile is no door. */
		if (!leaf)
			continue;
		leaf->is_upright = door->at.x == room.x1 || door->at.x == room.x2;
		leaf->is_far = leaf->is_upright ? door->at.x == room.x1 : door->at.y == room.y1;
		leaf->lock = door->lock;
		leaf->is_secret = door->is_secret;
	}
	return true;
}

struct box leaf_box(const struct leaf *leaf, int64_t outside, int64_t inside)
{
	struct box box = area_box(area_between(leaf->at, leaf->at));
	int64_t *start = leaf->is_upright ? &box.x1 : &box.y1;
	int64_t *end = leaf->is_upright ? &box.x2 : &box.y2;
	if (leaf->is_far) {
		*start = *end - outside;
		*end += inside;
	} else {
		*end = *start + outside;
		*start -= inside;
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
}
