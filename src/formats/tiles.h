/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

/* For formats that write the tiles row by row. */

struct tile_spelling {
	char symbol[SYMBOLS]; /* for each kind of tile, and each mark and letter that is shown */
	char separator;       /* between the tiles of a row; 0: none */
	const char *between;  /* two rows */
	const char *after;    /* the last row; NULL: the same */
};

/*
 * Writes all tiles of a map and, over them, the marks of `show`, which the map has. Returns false
 * if out of memory; the output keeps write errors.
 */
bool tiles_write(struct writer *writer, const struct map *map, unsigned show,
		 const struct tile_spelling *spelling);
