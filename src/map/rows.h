/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/watch.h"
#include "map/map.h"

/*
 * The tiles of a map from top to bottom. A map is swept row by row, in memory for its rooms and one
 * row. A small map is drawn whole instead (rows_small.h), which is faster; the bytes are the same.
 * The tiles of a map that was read without rooms are copied.
 *
 * Usage:
 *
 *     struct rows rows = {0};
 *     if (!rows_start(&rows, map, &row_kinds, watch))    once for each map
 *             out of memory
 *     while ((row = rows_next(&rows)))                   or rows_next_block
 *             use the row
 *     rows_free(&rows);
 */

/*
 * The bytes that rows are drawn with: one for each kind of tile, and a string after each row, which
 * may be empty.
 */
struct row_bytes {
	char kind[TILE_KINDS];
	const char *end; /* not owned */
};

/* The kinds of tiles themselves. */
extern const struct row_bytes row_kinds;

/* Their names. */
extern const char *const tile_names[TILE_KINDS];

enum { ROWS_AHEAD = 16 }; /* areas that a sweep looks up together */

struct rows {
	const struct map *map;
	struct watch *watch; /* reports the rows; not owned, may be NULL */
	struct row_bytes with;
	size_t stride;         /* bytes from a tile to the one below */
	uint32_t y;            /* the next row */
	bool is_whole;         /* this map was drawn whole */
	bool own;              /* this map stores its tiles, which are handed out as they are */
	uint32_t repeats_left; /* how many more times the last row comes */
	ARRAY(char, bytes);
	/* Of a map that is swept. */
	struct memory sort, door_sort;
	const uint32_t *order,
		*door_order;           /* the areas by their first row; the doors by their row */
	uint32_t next_area;            /* index into `order`: the area after `area` */
	struct area area;              /* the next one to begin */
	struct area ahead[ROWS_AHEAD]; /* up to ROWS_AHEAD of `order`, `area` among them */
	uint32_t next_door, door_count;
	ARRAY(int32_t, until);  /* by column: the row at which the areas begun so far end */
	ARRAY(int32_t, covers); /* by group of columns: the sum up to a group is how many runs along
				   the row cover it */
};

/*
 * Starts with a map. The caller keeps it, and does not change it before the last row; doors
 * added meanwhile are not drawn. `watch` reports the rows, and may be NULL. Returns false if out of
 * memory.
 */
bool rows_start(struct rows *rows, const struct map *map, const struct row_bytes *with,
		struct watch *watch);

/* The same, but a map that has rooms is drawn whole or swept as the caller says. */
bool rows_start_as(struct rows *rows, const struct map *map, const struct row_bytes *with,
		   struct watch *watch, bool whole);

/*
 * Returns the next row, `stride` bytes: one for each tile, then the end. Valid until the next call.
 * NULL: no more.
 */
const char *rows_next(struct rows *rows);

/*
 * The same for as many rows as there are side by side: all that are left of a map that was drawn
 * whole, otherwise one. Sets *count to their number.
 */
const char *rows_next_block(struct rows *rows, uint32_t *count);

void rows_free(struct rows *rows);
