/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_ROW_READER_H
#define DUNGEN_ROW_READER_H

#include "dungeon/rows.h"

/*
 * The tiles of a map without its doors, one row after another, for passes that look at tiles: walls and floor as '#'
 * and '.', the glyphs of tile.h. Zeroed before its first map, used again for the next, freed with row_reader_free.
 */
struct row_reader {
	struct dungeon view; /* the dungeon as it began; owns nothing */
	struct rows rows;
	struct band band;
	size_t offset; /* of the next row in the band */
};

/* Begins a map without doors; until its last row only doors may be added. False when out of memory. */
bool row_reader_start(struct row_reader *reader, const struct dungeon *dungeon);

/*
 * The next row, `width` tiles, valid until the next call. *times is how many rows from it on are the same; they are
 * skipped by then. NULL after the last row.
 */
const char *row_reader_next(struct row_reader *reader, uint32_t *times);

/* Frees what it owns; a zeroed reader is legal. */
void row_reader_free(struct row_reader *reader);

#endif
