/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

/* For formats whose maps are read as tiles, row by row. */

/*
 * Sets *tiles to space for the next row, of up to `most` tiles, to be filled with kinds of tile.
 * Returns READ_MAP, or how the map failed.
 */
enum read_result grid_reserve(struct reader *reader, size_t most, char **tiles);

/* Adds the row in that space, of `length` tiles. */
void grid_add(struct reader *reader, size_t length);

/*
 * Ends the map: drops empty rows at its end, fills the others up with wall, and sets the map's
 * size. Returns READ_MAP, or how the map failed; one without tiles is none, nor is one with fewer
 * rows than recipe.height was before.
 */
enum read_result grid_end(struct reader *reader);

/* The `read` of a format that has `read_row`. The result is that of grid_end. */
enum read_result grid_read(struct reader *reader);

/*
 * Returns the symbol that a character stands for by --glyphs. The character has `length` bytes and
 * need not end in a NUL. Returns SYMBOL_LETTER for every letter, digit and question mark that
 * --glyphs does not have: it stands on floor. Returns SYMBOLS if the character has no meaning.
 */
size_t grid_symbol(const struct style *style, const char *character, size_t length);

/* Says in the reader's note on how many tiles letters were lost, if there were any. */
void grid_note_letters(struct reader *reader);

/*
 * Sets a mark that the file draws on its tile. Returns false if the map has the mark already, and
 * moves it then.
 */
bool grid_mark(struct map *map, enum mark_kind kind, struct point at);
