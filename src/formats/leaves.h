/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * The leaves of the doors in a picture. A leaf lies on the line between the door and the floor of
 * its room, like the walls of the room.
 *
 * Usage:
 *
 *     struct leaves leaves = {0};
 *     if (!leaves_list(&leaves, map))         once for each map
 *             out of memory
 *     for (uint32_t i = 0; i < leaves.count; i++)
 *             leaf_box(&leaves.list[i], 32, 18) is the leaf
 *     leaves_free(&leaves);
 */

/* A place and a rectangle in a picture. Their unit is a hundredth of a tile. */
struct spot {
	int64_t x, y;
};
struct box {
	int64_t x1, y1, x2, y2;
};

/* Returns the middle of a tile. */
static inline struct spot tile_middle(struct point at)
{
	return (struct spot){at.x * INT64_C(100) + 50, at.y * INT64_C(100) + 50};
}

/* Returns the rectangle of an area of tiles. */
static inline struct box area_box(struct area area)
{
	return (struct box){
		.x1 = area.x1 * INT64_C(100),
		.y1 = area.y1 * INT64_C(100),
		.x2 = (area.x2 + INT64_C(1)) * 100,
		.y2 = (area.y2 + INT64_C(1)) * 100,
	};
}

struct leaf {
	struct point at; /* the tile of the door */
	bool is_upright; /* it closes a passage along a row */
	bool is_far;     /* its room is on the right or below, and not on the left or above */
	uint32_t lock;   /* 0 if the door is not locked */
	bool is_secret;
};

struct leaves {
	ARRAY(struct leaf, list);
	uint32_t count;
};

/* Lists the leaves of a map. Returns false if out of memory. */
bool leaves_list(struct leaves *leaves, const struct map *map);

/* Returns the rectangle of a leaf that reaches so far out of its room, and so far into it. */
struct box leaf_box(const struct leaf *leaf, int64_t outside, int64_t inside);

/* Returns the middle of the number of a lock or the S of a secret door, beside the leaf. */
struct spot leaf_sign(const struct leaf *leaf);

/* Frees the memory. Safe on a zeroed struct. */
void leaves_free(struct leaves *leaves);
