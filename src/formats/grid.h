/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_GRID_H
#define DUNGEN_GRID_H

#include "formats/format.h"

/* For formats whose maps are read as tiles, row by row. */

#define GRID_MOST UINT32_MAX /* tiles of a map that is read */

/* The rows of a map, which may differ in length. Zeroed before its first map, and part of a reader's state. */
struct grid {
	struct dungeon *dungeon; /* owns the tiles */
	uint32_t width, height;  /* so far */
	uint64_t used;           /* tiles so far */
	uint32_t columns, rows;  /* that a header gives; 0: there is none */
	ARRAY(uint32_t, lengths);
};

/* Starts a map. */
void grid_start(struct grid *grid, struct dungeon *dungeon);

/*
 * Sets *tiles to space for the next row, of up to `most` tiles, to be filled with kinds of tile. Returns READ_MAP, or
 * how the map failed.
 */
enum read_result grid_reserve(struct grid *grid, struct reader *reader, size_t most, char **tiles);

/* Adds the row in that space, of `length` tiles. */
void grid_add(struct grid *grid, size_t length);

/*
 * Ends the map: drops empty rows at its end, fills the others up with wall, and sets the map's size. Returns READ_MAP,
 * or how the map failed; one without tiles is none.
 */
enum read_result grid_end(struct grid *grid, struct reader *reader);

/*
 * Reads a map from the lines of the input, for a reader whose state is a struct grid. `read_row` sets `tiles`, of which
 * there is one for each byte of the line, and *count to how many it has set. It returns READ_MAP, READ_END if the map
 * ends before this line, or how the map failed. The result is that of grid_end.
 */
enum read_result grid_read(struct reader *reader, struct dungeon *dungeon,
			   enum read_result (*read_row)(struct reader *, const char *line, size_t size, char *tiles,
							size_t *count));

/* Returns the symbol of a character, which is not a string, by --glyphs; SYMBOLS if it has none. */
size_t grid_symbol(const struct style *style, const char *character, size_t length);

/* Sets the spawn or, if `exit`, the exit. Returns false if the map has one already. */
bool grid_mark(struct dungeon *dungeon, bool exit, struct point at);

/* The `read_end` of a format whose reader has a struct grid as state. */
void grid_free(void *grid);

#endif
