/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * Compares an input map, the actual map, with the map that was expected.
 *
 * Usage:
 *
 *     struct compare compare = {0};
 *     if (!compare_maps(&compare, expected, actual, &difference))    any number of times
 *             out of memory
 *     look at difference.kind
 *     compare_free(&compare);
 */

enum difference_kind {
	DIFFERENCE_NONE,
	DIFFERENCE_SIZE,
	DIFFERENCE_TILES,
	/*
	 * `index` is the index of the first part that differs. If one map has more parts, it is the
	 * index of the first additional part.
	 */
	DIFFERENCE_ROOM,
	DIFFERENCE_TUNNEL,
	DIFFERENCE_DOOR,
	DIFFERENCE_KEY,  /* the index of key 1 is 0 */
	DIFFERENCE_MARK, /* `index` is an enum mark_kind */
};

struct difference {
	enum difference_kind kind;
	uint32_t index;
	uint32_t rows; /* number of rows that differ; 0 if the sizes differ */

	/* Set if `rows` is not 0: */
	struct point first_tile; /* the first tile that differs */
	enum tile expected_tile; /* its kind on the expected map */
	enum tile actual_tile;   /* its kind on the actual map */
};

/* Memory for comparisons. Zero it before its first use. */
struct compare {
	struct rows rows;
	ARRAY(char, expected_tiles); /* the kind of each tile of the expected map, row by row */
	ARRAY(char, actual_tiles);   /* the same for the actual map */
};

/* Returns whether two maps have the same width and the same height. */
static inline bool sizes_are_equal(const struct recipe *a, const struct recipe *b)
{
	return a->width == b->width && a->height == b->height;
}

/* Returns whether the width of each map is the height of the other. */
static inline bool sizes_are_swapped(const struct recipe *a, const struct recipe *b)
{
	return a->width == b->height && a->height == b->width;
}

/*
 * Compares two maps, and stores the first difference in *difference. Compares rooms, tunnels,
 * doors, and keys if both maps have them; then the tiles; then the marks that both maps have. If
 * tiles differ, or if the sizes are swapped, the tiles of both maps are in `compare` afterward.
 * Doors are floor there if one of the maps lacks doors. Returns false if out of memory.
 */
bool compare_maps(struct compare *compare, const struct map *expected, const struct map *actual,
		  struct difference *difference);

/*
 * Stores the tiles of both maps in `compare`, if their sizes are equal or swapped. Doors are floor
 * if one of the maps lacks doors. Returns false if out of memory.
 */
bool compare_draw(struct compare *compare, const struct map *expected, const struct map *actual);

/* Frees the memory. Safe on a zeroed struct. */
void compare_free(struct compare *compare);
