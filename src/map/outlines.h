/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/walk.h"

/*
 * The outlines of the walkable tiles of a map: closed lines along the edges between a walkable tile
 * and a wall. Everything outside of the map is wall. Together, the outlines cover every such edge
 * exactly once.
 *
 * Usage:
 *
 *     struct outlines outlines = {0};
 *     if (!outlines_start(&outlines, map))             once for each map
 *             out of memory
 *     while (outlines_next(&outlines)) {
 *             use outlines.corner, the first corner
 *             while (outlines_turn(&outlines))
 *                     use outlines.corner, the next corner; the last one is the first one again
 *     }
 *     outlines_free(&outlines);
 *
 * An outline keeps the walkable tiles on its right. Where two walkable tiles touch only at a
 * corner, it goes around one of them, so that no outline leads through the gap.
 *
 * The outlines need two bits for each tile.
 */

/* The directions of an edge, clockwise. */
enum outline_direction { OUTLINE_RIGHT, OUTLINE_DOWN, OUTLINE_LEFT, OUTLINE_UP };

struct outlines {
	struct walk walk;    /* tells which tiles are walkable; of these, a tile is unreached if its
				upper edge belongs to an outline that has not covered it yet */
	struct point corner; /* the current corner: the top left corner of a tile */
	uint64_t bit;        /* bit number of this tile */
	uint64_t first_bit;  /* the same of the first corner of the outline */
	unsigned direction;  /* direction of the edge after the current corner */
};

/* Starts with a map. Returns false if out of memory. */
bool outlines_start(struct outlines *outlines, const struct map *map);

/* Begins the next outline. Returns false if there is none. */
bool outlines_next(struct outlines *outlines);

/* Follows the outline to its next corner. Returns false after the last corner. */
bool outlines_turn(struct outlines *outlines);

/* Frees the memory. Safe on a zeroed struct. */
void outlines_free(struct outlines *outlines);
