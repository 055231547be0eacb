/* SPDX-License-Identifier: MIT */
#pragma once

#include "dungeon/dungeon.h"

/*
 * The tiles of a map from top to bottom. A small map is drawn whole; a larger one is swept row by row, in memory for
 * its rooms and one row. The bytes are the same. The tiles of a map that was read without rooms are copied.
 */

/* The kinds of tile. */
enum tile { TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_KINDS };

/* The bytes that rows are drawn with: one for each kind of tile, and a string after each row, which may be empty. */
struct row_bytes {
	char kind[TILE_KINDS];
	const char *end; /* not owned */
};

/*
 * Either `rows` different rows, or one row `times` times; the other number is 1. A row has a byte for each tile, and
 * then row_bytes.end: `stride` bytes.
 */
struct band {
	char *bytes;
	size_t stride;
	uint32_t rows, times;
};

/* Takes the next row from a band that has rows left, which is one with `times` > 0. Returns its bytes. */
static inline const char *band_take(struct band *band)
{
	const char *row = band->bytes;
	if (band->rows > 1) {
		band->bytes += band->stride;
		band->rows--;
	} else {
		band->times--;
	}
	return row;
}

/* The kinds of tiles themselves. For rows of these, no byte may be changed: they may be the map's own. */
extern const struct row_bytes row_kinds;

struct rows {
	const struct dungeon *dungeon;
	struct row_bytes with;
	size_t stride;    /* bytes from a tile to the one below */
	uint32_t y;       /* the next row */
	bool whole;       /* this map was drawn whole */
	bool stored;      /* this map stores its tiles */
	bool own;         /* and they are handed out as they are */
	struct band band; /* the rows that rows_next_row has not returned */
	ARRAY(char, bytes);
	/* Of a map that is swept. */
	struct sort sort, door_sort;
	const uint32_t *order, *door_order; /* the areas by their first row; the doors by their row */
	uint32_t next_area;                 /* index into `order`: the area after `area` */
	struct area area;                   /* the next one to begin */
	uint32_t next_door, door_count;
	ARRAY(int32_t, until);  /* by column: the row at which the areas begun so far end */
	ARRAY(int32_t, covers); /* by group of columns: the sum up to a group is how many runs along the row cover it */
};

/*
 * Starts a map. The caller keeps the dungeon, and does not change it before the last row; doors added meanwhile are not
 * drawn. Returns false if out of memory.
 */
bool rows_start(struct rows *rows, const struct dungeon *dungeon, const struct row_bytes *with);

/* The same, but a map that has rooms is drawn whole or swept as the caller says. */
bool rows_start_as(struct rows *rows, const struct dungeon *dungeon, const struct row_bytes *with, bool whole);

/* Gets the next rows, whose bytes the caller may change until the next call. Returns false after the last. */
bool rows_next(struct rows *rows, struct band *band);

/*
 * Gets the next row as width bytes, valid until the next call, or NULL after the last. For a whole map, instead of
 * rows_next.
 */
const char *rows_next_row(struct rows *rows);

void rows_free(struct rows *rows);
