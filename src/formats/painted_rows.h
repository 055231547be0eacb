/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/symbols.h"
#include "map/route.h"
#include "map/rows.h"

/*
 * The rows of a map with symbols on its tiles: the kind of each tile or, drawn over it, a mark, the
 * letter of a room, or the route.
 *
 * Usage:
 *
 *     struct painted_rows painted = {0};
 *     if (!painted_rows_start(&painted, map, SHOW_SPAWN, NULL, symbol_bytes, "\n"))    for each map
 *             out of memory
 *     while ((rows = painted_rows_next(&painted, &count)))
 *             use `count` rows
 *     painted_rows_free(&painted);
 *
 * On a tile with several symbols, the spawn is drawn over the exit, and both are drawn over a
 * letter. Doors, and pillars in the center of a room, do not get a letter of a room, which is also
 * called its label. Instead of labels, locks, keys, and secret doors have letters, if these are
 * shown. The route is drawn only on floor without another symbol.
 */

struct painted_rows {
	struct rows rows;
	struct memory sort;
	const char *symbol_bytes;       /* by symbol: the byte to draw it with; NULL for the symbol
					   itself; not owned */
	unsigned show;                  /* SHOW_ bits */
	const struct route *route;      /* the route to draw, or NULL; not owned */
	const uint32_t *letters_by_row; /* indices of rooms, sorted by the rows of their centers; or
					   of doors, sorted by their rows */
	uint32_t letter_count;          /* number of these rooms or doors */
	uint32_t next_letter;           /* index into letters_by_row of the next letter to draw */
	ARRAY(char, rows_copy);         /* a copy of the newest rows, to draw on */
};

/*
 * Starts the rows of a map, which the caller keeps. `show` has the SHOW_ bits of symbols that the
 * map has. `route` is the route of this map, or NULL to draw none. `symbol_bytes` has, by symbol, a
 * byte for each kind of tile and each symbol to show. Route and bytes must outlive the rows. Pass
 * NULL to get the symbols themselves. `row_end` follows each row. Returns false if out of
 * memory.
 */
bool painted_rows_start(struct painted_rows *painted, const struct map *map, unsigned show,
			const struct route *route, const char *symbol_bytes, const char *row_end);

/*
 * Returns the next rows, which are adjacent in memory, and stores their number in *count. They are
 * valid until the next call. Returns NULL after the last row.
 */
const char *painted_rows_next(struct painted_rows *painted, uint32_t *count);

/* Frees the memory. Safe on a zeroed struct. */
void painted_rows_free(struct painted_rows *painted);
