/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/symbols.h"
#include "formats/theme.h"

/*
 * How maps look: the values of the options about looks, such as --glyphs. The command line fills in
 * a style, and formats ask it:
 *
 *     struct style style = {.crops = true};
 *     unsigned show = style_shown(&style, map);
 *     struct area frame = style_frame(&style, map);
 *     uint32_t tile_size = style_tile_size(&style, TILE_SIZE_DEFAULT);
 */

/* The options about looks, as bits. A format lists the options that it obeys. */
enum {
	LOOK_NO_TILES = 1 << 0,
	LOOK_SHOW = 1 << 1,
	LOOK_GLYPHS = 1 << 2,
	LOOK_TILESET = 1 << 3,
	LOOK_TILE_SIZE = 1 << 4,
	LOOK_PAIRS = 1 << 5,
	LOOK_ROUTE = 1 << 6,
	LOOK_THEME = 1 << 7,
	LOOK_CROP = 1 << 8,
	LOOK_DPI = 1 << 9,
	LOOK_TITLE = 1 << 10,
	LOOK_TILES = 1 << 11,
};

enum { TILE_SIZE_DEFAULT = 16 }; /* in pixels; some formats have another default */

/* The symbols that --tiles gives numbers: the kinds of tile and the marks. */
enum { NUMBERED_SYMBOLS = SYMBOL_EXIT + 1 };

/* The values of the options about looks. */
struct style {
	bool no_tiles;         /* leave out the tiles */
	unsigned show;         /* SHOW_ bits */
	bool is_show_chosen;   /* `show` is the choice of the user, and not a default or a preset */
	char glyph[GLYPHS][5]; /* by enum style_glyph: a character in UTF-8, as a string */
	uint32_t tile_size;    /* side of a tile in a picture or a tileset, 1 to 256 pixels; 0 for
				  the default of the format */
	unsigned theme;        /* index of the theme of a picture, in theme_table */
	bool crops;            /* leave the rock that is far from the floor out of a picture */
	uint32_t dpi;          /* pixels in an inch on paper; 0 to leave that open */
	const char *title;     /* pattern of the titles above pictures or room keys, in UTF-8
				  without control characters; NULL for none; not owned */
	const char *tileset;   /* file name of the tileset, for maps for Tiled; not owned */
	uint32_t pair_count;   /* number of pairs in a scenario; 0 for the default */
	const char *walls;     /* the list of --walls: values of tiles as in tile_values.h or, for
				  a map of Tiled, names of layers; NULL if not given */
	const char *floors;    /* the list of --floors, likewise */
	bool shows_route;      /* find the route of each map, and write it; also set if no map is
				  written, so that no reader reports a lost route */

	uint8_t numbers[NUMBERED_SYMBOLS]; /* by symbol: its number in csv and npy */
};

/*
 * Stores the numbers of a list such as "wall=1,floor=0" by their symbols, and keeps the others.
 * Returns false if the list is wrong: with another name, or a number above 255.
 */
bool style_read_numbers(uint8_t numbers[NUMBERED_SYMBOLS], const char *list);

/*
 * Returns the SHOW_ bits of the symbols to show on a map: those that the style shows and the map
 * has. Unless the user says what to show, includes the exit of an input map whose file draws it.
 */
unsigned style_shown(const struct style *style, const struct map *map);

/*
 * Returns the area of a map that a picture shows: all of it or, if the style crops, its floor and
 * doors and one tile around them. A map without floor is not cropped.
 */
struct area style_frame(const struct style *style, const struct map *map);

/* Returns the side of a tile in pixels: the choice of the user, or else the default of a format. */
static inline uint32_t style_tile_size(const struct style *style, uint32_t default_size)
{
	return style->tile_size > 0 ? style->tile_size : default_size;
}
