/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FORMAT_H
#define DUNGEN_FORMAT_H

#include "dungeon/dungeon.h"
#include "output/output.h"

#include <stdbool.h>
#include <stddef.h>

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
	char glyph[GLYPHS][5]; /* each one character of UTF-8, as a string */
	uint32_t tile_size;    /* pixels, 1 to 64, of a tile in a picture or a tileset */
	const char *tileset;   /* the image of the tiles that a map for Tiled names; not owned */
};

/* A format and its memory, while it writes the maps of one run, which differ only in their seeds. */
struct writer {
	const struct format *format;
	const struct style *style;
	struct output *output;
	void *state; /* the format's own: state_size bytes, all zero before the first map */
};

/* An extension of file names, without the dot; case does not matter. */
struct extension {
	const char *name;
	bool one_map; /* such a file holds a single map, although the format could hold several */
};

enum { EXTENSIONS = 4 };

/* A way to write a map. */
struct format {
	const char *name;
	struct extension extensions[EXTENSIONS]; /* the preferred one first, up to a NULL name; may be empty */
	const char *summary;                     /* for --help, under 60 columns */
	bool one_map;                            /* every file holds a single map, whatever its extension */
	bool picture;                            /* suggested to people who ask for an image format */
	unsigned styles;                         /* STYLE_ bits: the options about looks that it supports */
	uint32_t pixels_most;                    /* the largest width and height of a picture, in pixels; 0: any */
	size_t state_size;                       /* bytes; aligned as malloc aligns */

	/*
	 * Writes one map. Returns false if out of memory. The output records write errors and ignores what is written
	 * after one, so a format checks for them only in loops.
	 */
	bool (*write)(const struct writer *, const struct dungeon *);

	/* Frees what the state owns, but not the state itself. NULL: the state owns nothing. */
	void (*end)(void *state);
};

/* Ends in NULL; the first is the default. */
extern const struct format *const format_table[];

/*
 * Finds the format of files with that extension, given without the dot, and stores the extension's entry. Returns NULL
 * and leaves *extension unchanged if no format has it.
 */
const struct format *format_find_extension(const char *name, const struct extension **extension);

/*
 * Starts a run of maps. The caller keeps style and output, which must outlive the writer. Returns false if out of
 * memory; call writer_close then, too.
 */
bool writer_open(struct writer *writer, const struct format *format, const struct style *style, struct output *output);

/* Frees the writer's memory. Safe on a zeroed writer and after writer_close. */
void writer_close(struct writer *writer);

#endif
