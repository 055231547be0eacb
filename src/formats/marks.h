/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/route.h"
#include "map/rows.h"

/*
 * The rows of a map with symbols on its tiles: the kind of each tile or, drawn over it, a mark, the
 * letter of a room, or the route.
 *
 * Usage:
 *
 *     struct marks marks = {0};
 *     if (!marks_start(&marks, map, SHOW_SPAWN, NULL, symbol_bytes, "\n"))    for each map
 *             out of memory
 *     while ((rows = marks_next(&marks, &count)))
 *             use `count` rows
 *     marks_free(&marks);
 *
 * On a tile with several symbols, the spawn is drawn over the exit, and both are drawn over a
 * letter. Doors, and pillars in the center of a room, do not get a letter. The letter of a room is
 * also called its label. The route is drawn only on floor without another symbol.
 *
 * Pictures have labels with numbers instead of letters: 1 for the first room, 2 for the next one,
 * and so on. They do not lie on marks.
 */

/* The symbols to draw over tiles, as bits. */
enum {
	SHOW_SPAWN = 1 << MARK_SPAWN,
	SHOW_EXIT = 1 << MARK_EXIT,
	SHOW_LABELS = 1 << MARK_KINDS, /* a letter or number for each room, on its center */
};

/* The letters of rooms, in the order in which rooms were placed. All further rooms get the last. */
#define ROOM_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?"

/*
 * A symbol is a kind of tile, a mark, the route, or a letter. The symbols below TILE_KINDS are
 * those of enum tile. A mark is SYMBOL_MARK plus its enum mark_kind.
 */
enum {
	SYMBOL_MARK = TILE_KINDS,
	SYMBOL_SPAWN = SYMBOL_MARK,
	SYMBOL_EXIT,
	SYMBOL_ROUTE,
	SYMBOL_LETTER, /* the first letter; letters are in the order of ROOM_LETTERS */
	SYMBOLS = SYMBOL_LETTER + sizeof ROOM_LETTERS - 1,
};

/* The glyphs, in the order of --glyphs. The user cannot choose glyphs for letters. */
enum style_glyph {
	GLYPH_WALL,
	GLYPH_FLOOR,
	GLYPH_SPAWN,
	GLYPH_EXIT,
	GLYPH_DOOR,
	GLYPH_ROUTE,
	GLYPHS
};

/* By glyph: the symbol that looks like it. */
extern const uint8_t glyph_symbols[GLYPHS];

struct marks {
	struct rows rows;
	struct memory sort;
	const char *symbol_bytes;     /* by symbol: the byte to draw it with; NULL for the symbol
					 itself; not owned */
	unsigned show;                /* SHOW_ bits */
	const struct route *route;    /* the route to draw, or NULL; not owned */
	const uint32_t *rooms_by_row; /* indices of rooms, sorted by the rows of their centers */
	uint32_t letter_count;        /* number of rooms with letters */
	uint32_t next_letter;         /* index into rooms_by_row of the next letter to draw */
	ARRAY(char, rows_copy);       /* a copy of the newest rows, to draw on */
};

/*
 * Starts the rows of a map, which the caller keeps. `show` has the SHOW_ bits of symbols that the
 * map has. `route` is the route of this map, or NULL to draw none. `symbol_bytes` has, by symbol, a
 * byte for each kind of tile and each symbol to show. Route and bytes must outlive the rows. Pass
 * NULL to get the symbols themselves. `row_end` follows each row. Returns false if out of
 * memory.
 */
bool marks_start(struct marks *marks, const struct map *map, unsigned show,
		 const struct route *route, const char *symbol_bytes, const char *row_end);

/*
 * Returns the next rows, which are adjacent in memory, and stores their number in *count. They are
 * valid until the next call. Returns NULL after the last row.
 */
const char *marks_next(struct marks *marks, uint32_t *count);

/* Frees the memory. Safe on a zeroed struct. */
void marks_free(struct marks *marks);

/*
 * Returns the indices of all rooms, sorted by the rows of their centers and then by index. They are
 * in the memory `sort`, and valid until its next use. Returns NULL if out of memory.
 */
const uint32_t *marks_sort_rooms(struct memory *sort, const struct map *map);

/*
 * Returns the row of tiles in which the label of a room is drawn in a picture. It is the row of the
 * room's center, or the next row without a mark in the column of the center and in the two columns
 * beside it. `show` has the SHOW_ bits of the marks. The row is at most 2 below the center.
 */
uint32_t marks_label_row(const struct map *map, uint32_t room, unsigned show);

/*
 * Returns how far the marks of a picture reach from the middle of their tile, in hundredths of a
 * tile. Small pictures need large marks. Beside labels, marks must not reach the digits in the next
 * row.
 */
int64_t marks_reach(unsigned show);
