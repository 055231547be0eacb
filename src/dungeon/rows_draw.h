/* SPDX-License-Identifier: MIT */
#pragma once

#include "dungeon/dungeon.h"

/* The kinds of tile. */
enum tile { TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_KINDS };

/* The bytes that rows are drawn with: one for each kind of tile, and a string after each row, which may be empty. */
struct row_bytes {
	char kind[TILE_KINDS];
	const char *end; /* not owned */
};

/* Two ways to draw the tiles of a map; rows.h chooses. */

/* Draws all rows of a map of few tiles. The memory has space for them, and for rows_whole_slack bytes more. */
void rows_draw_whole(const struct dungeon *dungeon, const struct row_bytes *with, char *bytes);

/* The bytes that drawing may overwrite behind the last row; `stride` is the length of a row with its end. */
size_t rows_whole_slack(size_t stride);

/* Draws a map of any size row by row. */
struct sweep {
	const struct dungeon *dungeon;
	struct sort sort, door_sort;
	const uint32_t *order, *door_order; /* the areas by their first row; the doors by their row */
	uint32_t next_area;                 /* index into `order`: the area after `area` */
	struct area area;                   /* the next one to begin */
	uint32_t next_door, door_count;
	ARRAY(int32_t, until);  /* by column: the row at which the areas begun so far end */
	ARRAY(int32_t, covers); /* by group of columns: the sum up to a group is how many runs along the row cover it */
};

/* Bytes that may be overwritten behind a row. */
enum { SWEEP_SLACK = 64 };

/* Starts a map; doors that are added later are not drawn. Returns false if out of memory. */
bool sweep_start(struct sweep *sweep, const struct dungeon *dungeon);

/*
 * Draws row y, a byte of `kind` for each tile; `tiles` has space for SWEEP_SLACK bytes more. Returns how many rows from
 * there on are the same: the next call is for the row after these.
 */
uint32_t sweep_row(struct sweep *sweep, uint32_t y, const char kind[TILE_KINDS], char *tiles);

void sweep_free(struct sweep *sweep);
