/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * The tiles of a map, row by row from top to bottom.
 *
 * Usage:
 *
 *     struct rows rows = {0};
 *     if (!rows_start(&rows, map, &row_kinds))    once for each map
 *             out of memory
 *     while ((row = rows_next(&rows)))
 *             use the row, which has rows.stride bytes
 *     rows_free(&rows);
 *
 * Usually a map is swept: memory contains its rooms and one row, and each row is drawn when it is
 * requested. A small map is drawn as a whole instead (rows_small.h), which is faster. The tiles of
 * a map that stores them are copied. The bytes of the rows never depend on the method.
 */

/* The bytes that a row consists of. */
struct row_bytes {
	char kind[TILE_KINDS]; /* by kind of tile: its byte */
	const char *end;       /* a string that follows the tiles; may be empty; not owned */
};

/* Rows of enum tile, without an end. */
extern const struct row_bytes row_kinds;

enum { AREAS_AHEAD = 16 }; /* number of areas that a sweep looks up at once */

struct rows {
	const struct map *map; /* not owned */
	struct row_bytes row_bytes;
	size_t stride;         /* bytes of a row */
	uint32_t y;            /* the next row */
	bool is_whole;         /* `bytes` contains the whole map */
	bool hands_out_tiles;  /* rows point into map->tiles, and `bytes` is not used */
	uint32_t repeats_left; /* how many of the next rows equal the row in `bytes` */
	ARRAY(char, bytes);    /* the last row, or the whole map */

	/* The state of a sweep. */
	struct memory area_sort;    /* memory of area_order */
	const uint32_t *area_order; /* indices of areas, sorted by their first rows */
	struct area next_area;      /* the next area to begin */
	uint32_t area_index;        /* index into area_order of the area that follows next_area */
	struct area areas_ahead[AREAS_AHEAD]; /* the areas looked up last, next_area among them */
	struct memory door_sort;              /* memory of door_order */
	const uint32_t *door_order;           /* indices of doors, sorted by their rows */
	uint32_t door_index;                  /* index into door_order, of the next door */
	uint32_t door_count;                  /* number of doors when the map was started */
	ARRAY(int32_t, floor_ends); /* by column: the row that ends the floor of the areas that have
				       begun so far, or 0 if there has been none */
	/*
	 * By group of columns, a difference array: the sum up to a group is the number of runs of
	 * floor along the current row that cover the group.
	 */
	ARRAY(int32_t, run_changes);
};

/*
 * Starts a map. The caller keeps the map, and does not change it until the last row. Doors that are
 * added in the meantime are not drawn. Returns false if out of memory.
 */
bool rows_start(struct rows *rows, const struct map *map, const struct row_bytes *row_bytes);

/* Like rows_start, but the caller decides whether a map without stored tiles is drawn as a whole.
 */
bool rows_start_as(struct rows *rows, const struct map *map, const struct row_bytes *row_bytes,
		   bool is_whole);

/*
 * Returns the next row: rows->stride bytes, one for each tile, then the end. It is valid until the
 * next call. Returns NULL after the last row.
 */
const char *rows_next(struct rows *rows);

/*
 * Like rows_next, but returns a block of rows, and stores their number in *count. The rows follow
 * one another in memory. For a map that is drawn as a whole, these are all of its remaining rows;
 * otherwise the block is one row. After the last row, *count is 0.
 */
const char *rows_next_block(struct rows *rows, uint32_t *count);

/* Frees the memory. Safe on a zeroed struct. */
void rows_free(struct rows *rows);
