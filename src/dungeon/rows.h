/* SPDX-License-Identifier: MIT */
#pragma once

#include "dungeon/rows_draw.h"

/*
 * The tiles of a map from top to bottom. A small map is drawn whole; a larger one is swept row by row, in memory for
 * its rooms and one row. The bytes are the same. The tiles of a map that was read without rooms are copied.
 */

/*
 * Either `rows` different rows, or one row `times` times; the other number is 1. A row has a byte for each tile, and
 * then row_bytes.end: `stride` bytes.
 */
struct band {
	char *bytes;
	size_t stride;
	uint32_t rows, times;
};

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
	struct band band; /* for rows_next_row, with `left` rows that it has not returned */
	uint32_t left;
	ARRAY(char, bytes);
	struct sweep sweep;
};

/*
 * Starts a map. The caller keeps the dungeon, and does not change it before the last row; doors added meanwhile are not
 * drawn. Returns false if out of memory.
 */
bool rows_start(struct rows *rows, const struct dungeon *dungeon, const struct row_bytes *with);

/* Gets the next rows, whose bytes the caller may change until the next call. Returns false after the last. */
bool rows_next(struct rows *rows, struct band *band);

/*
 * Gets the next row as width bytes, valid until the next call, or NULL after the last. For a whole map, instead of
 * rows_next.
 */
const char *rows_next_row(struct rows *rows);

void rows_free(struct rows *rows);
