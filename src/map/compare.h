/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/* How a map that was read differs from the one that was made. "There" is the map that was read. */

enum difference_kind {
	DIFFERENCE_NONE,
	DIFFERENCE_SIZE,
	DIFFERENCE_TILES,
	/*
	 * Of documents; `index` of the first that differs, or if one has more, of the first that
	 * only it has.
	 */
	DIFFERENCE_ROOM,
	DIFFERENCE_TUNNEL,
	DIFFERENCE_DOOR,
	DIFFERENCE_MARK, /* `index` is an enum mark_kind */
};

struct difference {
	enum difference_kind kind;
	uint32_t index;
	uint32_t rows;                        /* that differ, in maps of one size */
	bool is_single_tile;                  /* of one tile only */
	struct point first_tile;              /* tile that differs, if any */
	enum tile expected_tile, actual_tile; /* its kinds */
};

/* Memory for the comparisons of a run. */
struct compare {
	struct rows rows;
	ARRAY(char, here); /* the kind of each tile, row by row */
	ARRAY(char, there);
};

/*
 * Finds whether two maps differ: their tiles, spawn and exit if the one that was read has them, and
 * of a document rooms, tunnels and doors. If tiles do, or width and height are exchanged, the tiles
 * that were read are in compare->there. `watch` reports the rows, and may be NULL. Returns false if
 * out of memory.
 */
bool compare_maps(struct compare *compare, const struct map *ours, const struct map *theirs,
		  struct difference *found, struct watch *watch);

void compare_free(struct compare *compare);
