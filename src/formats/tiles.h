/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILES_H
#define DUNGEN_TILES_H

#include "dungeon/rows.h"
#include "output/output.h"

/* For formats that write the tiles row by row. */

struct tile_spelling {
	char kind[TILE_KINDS];
	char separator;      /* between the tiles of a row; 0: none */
	const char *before;  /* the first row */
	const char *between; /* two rows */
	const char *after;   /* the last row */
};

/* Writes all tiles of a map. Returns false if out of memory; the output keeps write errors. */
bool tiles_write_list(struct rows *rows, const struct dungeon *dungeon, const struct tile_spelling *spelling,
		      struct output *output);

/* The `end` of a format whose state is a struct rows. */
void tiles_end(void *rows);

#endif
