/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MARKS_H
#define DUNGEN_MARKS_H

#include "dungeon/rows.h"
#include "formats/style.h"

/* The marks that a user has drawn over the tiles: see SHOW_SPAWN and its neighbors. */

/* The letters of rooms, in order of placing; all further ones have the last. */
#define MARKS_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?"

/* What the glyphs of a rows_plan are after those of the kinds of tile. */
enum {
	MARK_SPAWN = TILE_KINDS,
	MARK_EXIT,
	MARK_LETTER, /* the first of them */
	MARK_GLYPHS = MARK_LETTER + sizeof MARKS_LETTERS - 1,
};

/* Zeroed before the first map, used again for the next, freed with marks_free. */
struct marks {
	struct mark *list; /* as rows_plan wants them */
	size_t count;
	size_t glyph_count; /* how many of MARK_GLYPHS they are chosen from */
	size_t capacity;
	uint32_t *memory; /* of the sort */
	size_t memory_capacity;
};

/*
 * Makes the marks of a map, `show` being SHOW_ bits. On one tile the spawn is drawn over the exit, and both over a
 * letter. False when out of memory.
 */
bool marks_make(struct marks *marks, const struct dungeon *dungeon, unsigned show);

/* Frees what they own; zeroed marks are legal. */
void marks_free(struct marks *marks);

#endif
