/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/writer.h"

/*
 * Writes the tiles of a map row by row, for formats with one byte per tile.
 *
 * Usage:
 *
 *     static const struct tile_spelling spelling = {
 *             .bytes = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'},
 *             .row_separator = "\n",
 *     };
 *     if (!tiles_write(writer, map, 0, &spelling))
 *             out of memory
 */

/* How a format spells tiles. The strings are not owned. */
struct tile_spelling {
	char bytes[SYMBOLS];       /* by symbol: the byte to write; only for shown symbols. Without
				      a byte for the route, the route is not drawn. */
	bool are_numbers;          /* the bytes are numbers, to write as decimal digits; needs a
				      tile separator */
	char tile_separator;       /* between the tiles of a row; 0 for nothing */
	const char *row_separator; /* after every row but the last; may be empty */
	const char *last_row_end;  /* after the last row; NULL for the row separator */
};

/*
 * Writes all tiles of a map. `show` has the SHOW_ bits of symbols that the map has; these are drawn
 * over their tiles. Returns false if out of memory. The output records write errors.
 */
bool tiles_write(struct writer *writer, const struct map *map, unsigned show,
		 const struct tile_spelling *spelling);
