/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_ROWS_H
#define DUNGEN_ROWS_H

#include "dungeon/dungeon.h"

/*
 * The tiles of a map, from top to bottom: '#' wall, '.' floor, and marks drawn over them. A map that is small is drawn
 * whole; a larger one is swept, row by row, in memory for its rooms and for one row. The bytes are the same.
 */

/* A character in the place of a tile. */
struct mark {
	struct point at;
	char glyph;
};

/* What is wanted; everything stays the caller's and as it is until the last rows_next. */
struct rows_plan {
	const struct dungeon *dungeon;
	const char *before, *after; /* what stands before and after the tiles of each row */
	const struct mark *marks;   /* sorted by y; of two on one tile the later shows */
	size_t mark_count;
};

/* `length` bytes, one or more whole rows, that stand `times` times one after the other. */
struct band {
	const char *bytes;
	size_t length;
	uint32_t times;
};

/*
 * Zeroed before the first map, used again for the next, freed with rows_free. The fields are rows.c's own, but
 * for `swept`, with which a test has small maps swept too.
 */
struct rows {
	bool swept;
	bool whole; /* this map is drawn whole */
	struct rows_plan plan;
	size_t before_length, row_length; /* a row with what stands before and after it */
	uint32_t y;                       /* of the next row */
	char *bytes;                      /* the map where it is drawn whole, else a row */
	size_t byte_capacity;

	/* The sweep. Rows are taken in windows, columns in groups. */
	uint32_t *memory; /* of the sort by windows */
	size_t memory_capacity;
	const uint32_t *order; /* the areas by the window they begin in; NULL: there is one window */
	uint32_t next_area;    /* the first of them in the next window */
	uint32_t window;       /* its first row */
	uint32_t *starts;      /* of each row of the window its place in `events` */
	size_t start_capacity;
	struct rows_event *events; /* the areas that begin in the window, by row */
	size_t event_capacity;
	int32_t *until; /* of each column the row at which the floor begun so far ends */
	size_t until_capacity;
	int32_t *runs; /* of each group how many more runs of this row cover it whole than the one before */
	size_t run_capacity;
	size_t next_mark;
};

/* Begins a map. False when out of memory. */
bool rows_start(struct rows *rows, const struct rows_plan *plan);

/* The next rows, valid until the next call; false after the last. */
bool rows_next(struct rows *rows, struct band *band);

/* Frees what it owns; zeroed rows are legal. */
void rows_free(struct rows *rows);

#endif
