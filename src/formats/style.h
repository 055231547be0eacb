/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_STYLE_H
#define DUNGEN_STYLE_H

#include <stdbool.h>
#include <stdint.h>

/* The options about looks, as bits, for formats to list those they support. */
enum {
	STYLE_NO_TILES = 1 << 0,
	STYLE_SHOW = 1 << 1,
	STYLE_GLYPHS = 1 << 2,
	STYLE_TILESET = 1 << 3,
	STYLE_TILE_SIZE = 1 << 4,
};

/* The marks that are drawn over the tiles, as bits. */
enum {
	SHOW_SPAWN = 1 << 0,
	SHOW_EXIT = 1 << 1,
	SHOW_LABELS = 1 << 2, /* one for each room, on its center */
};

/* The characters of the text format that the user can choose, in the order of --glyphs. */
enum style_glyph { GLYPH_WALL, GLYPH_FLOOR, GLYPH_SPAWN, GLYPH_EXIT, GLYPH_DOOR, GLYPHS };

/* The values of the options about looks. */
struct style {
	bool no_tiles;         /* leave the tiles out */
	unsigned show;         /* SHOW_ bits */
	char glyph[GLYPHS][5]; /* each one character of UTF-8, as a string; empty: the format's own */
	uint32_t tile_size;    /* pixels, 1 to 64, of a tile in a picture or a tileset */
	const char *tileset;   /* the image of the tiles that a map for Tiled names; not owned */
};

#endif
