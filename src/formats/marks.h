/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/* The rows of a map with marks drawn over its tiles. */

/* The marks, as bits. */
enum {
	SHOW_SPAWN = 1 << MARK_SPAWN,
	SHOW_EXIT = 1 << MARK_EXIT,
	SHOW_LABELS = 1 << MARK_KINDS, /* one for each room, on its center */
};

/* The labels of rooms, in order of placing; rooms beyond them get the last one. */
#define MARKS_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?"

/* What is drawn on a tile: its kind, or a mark. */
enum {
	SYMBOL_MARK = TILE_KINDS, /* the first of them, in the order of enum mark_kind */
	SYMBOL_SPAWN = SYMBOL_MARK,
	SYMBOL_EXIT,
	SYMBOL_LETTER, /* the first of them */
	SYMBOLS = SYMBOL_LETTER + sizeof MARKS_LETTERS - 1,
};

/*
 * The characters of the text format that the user can choose, in the order of --glyphs, and their
 * symbols.
 */
enum style_glyph { GLYPH_WALL, GLYPH_FLOOR, GLYPH_SPAWN, GLYPH_EXIT, GLYPH_DOOR, GLYPHS };
extern const uint8_t glyph_symbols[GLYPHS];

struct marks {
	struct rows rows;
	struct memory sort;
	const char *bytes;      /* what each symbol is drawn with; NULL: itself */
	unsigned show;          /* SHOW_ bits */
	const uint32_t *order;  /* the rooms, by the rows of their centers */
	uint32_t letters, next; /* the number of rooms with letters; index into `order` of the next
				   one to draw */
	ARRAY(char, marked);    /* a copy of the last rows, with their marks */
};

/*
 * Starts the rows of a map; `show` is SHOW_ bits of marks that the map has. `bytes` has a byte for
 * each kind of tile and each symbol that is shown, or is NULL for the symbols themselves, and must
 * outlive the map's last row; `end` follows each row. On one tile the spawn is drawn over the exit,
 * and both over a letter; a door has no letter. `watch` reports the rows, and may be NULL. Returns
 * false if out of memory.
 */
bool marks_start(struct marks *marks, const struct map *map, unsigned show, const char *bytes,
		 const char *end, struct watch *watch);

/* Returns the next rows and sets *count to their number, as rows_next_block does. */
const char *marks_next(struct marks *marks, uint32_t *count);

void marks_free(struct marks *marks);

/*
 * Returns the indices of all rooms sorted by the row of their centers, then by index; NULL if out
 * of memory.
 */
const uint32_t *marks_sort_rooms(struct memory *sort, const struct map *map);
