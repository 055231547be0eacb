/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

#include <stdint.h>

/*
 * What maps show on their tiles: the kind of a tile or, drawn over it, a mark, the letter of a
 * room, or the route. painted_rows.h draws these symbols.
 */

/* The symbols to draw over tiles, as bits. */
enum {
	SHOW_SPAWN = 1 << MARK_SPAWN,
	SHOW_EXIT = 1 << MARK_EXIT,
	SHOW_LABELS = 1 << MARK_KINDS,    /* a letter or number for each room, on its center */
	SHOW_LOCKS = SHOW_LABELS << 1,    /* keys, and locks on doors */
	SHOW_SECRETS = SHOW_LABELS << 2,  /* which doors are secret */
	SHOW_ALL = (SHOW_LABELS << 3) - 1 /* also what other formats or maps do not have */
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
	SYMBOL_LOCK = SYMBOL_LETTER, /* A: a door of lock 1; B: one of lock 2, and so on to R */
	SYMBOL_SECRET = SYMBOL_LOCK + LOCKS_MAX, /* S: a secret door */
	SYMBOL_KEY = SYMBOL_LETTER + 26,         /* a: the key of lock 1, and so on to r */
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
