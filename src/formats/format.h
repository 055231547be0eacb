/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/label.h"
#include "formats/marks.h"
#include "io/input.h"
#include "io/output.h"
#include "io/text.h"
#include "map/history.h"
#include "map/misfits.h"

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

/* The values of the options about looks. */
struct style {
	bool no_tiles;         /* leave the tiles out */
	unsigned show;         /* SHOW_ bits */
	bool shows_drawn_exit; /* also show the exit of an input map that draws it */
	char glyph[GLYPHS][5]; /* each one character of UTF-8, as a string */
	uint32_t tile_size;    /* pixels, 1 to 64, of a tile in a picture or a tileset */
	const char *tileset;   /* the image of the tiles that a map for Tiled names; not owned */
};

/*
 * Returns the SHOW_ bits of the marks to draw on a map: those of the style that the map has, and
 * the exit if the input map draws it and the style asks for that.
 */
unsigned style_shown(const struct style *style, const struct map *map);

/*
 * Adds to the text that a mark would hide the kind of its tile, if it is on something else than
 * floor: readers take the tile of a mark for floor. `covers` has the SHOW_ bits of the marks that
 * the format draws over tiles, and `name` is its name.
 */
void style_find_covered_tile(const struct style *style, const struct map *map, unsigned covers,
			     const char *name, struct text *fault);

/*
 * A format and its memory, while it writes the maps of one run, which differ only in their seeds.
 */
struct writer {
	const struct format *format;
	const struct style *style;
	struct output *output;
	const struct label *label; /* the label of the map that is written; not owned */
	struct watch *watch;       /* reports the rows of large maps; not owned, may be NULL */
	struct marks marks;        /* the rows of a map, for formats that draw these */
	ARRAY(char, scratch);      /* rows as the format writes them */
	void *state; /* the format's own: writer_state_size bytes, all zero before the first map */
};

/* The characters that a text has for walls and floor. */
enum {
	FOUND_WALL_GLYPH = 1 << 0,  /* the character of --glyphs for a wall */
	FOUND_FLOOR_GLYPH = 1 << 1, /* the character of --glyphs for floor */
	FOUND_OTHER_GLYPH = 1 << 2, /* a blank, read as wall; a letter or digit, read as floor */
};

#define READER_TILES_MAX UINT32_MAX /* tiles of a map that is read */

/* A format and its memory, while it reads the maps of one run. */
struct reader {
	const struct format *format;
	const struct style *style;
	struct input *input;
	struct map *map;         /* the map that is read */
	struct history *history; /* how it came about; empty if the file does not say; not owned */
	void *state; /* the format's own: reader_state_size bytes, all zero before the first map */
	uint64_t map_number;     /* of the map in its file, starting at 1; 0: none was read yet */
	char fault[512];         /* why the input is no map: where and what, for a message */
	char note[1536];         /* what a person should know of the last map; empty: nothing */
	bool loses;              /* some of it was left out, which the note names */
	struct misfits misfits;  /* what was dropped because it does not fit the tiles */
	bool misfits_are_faults; /* --check reports what was dropped */
	bool keeps_misfits;      /* set by the caller: a document of dungen stays as it stands */
	bool is_suspect;         /* the note names a mistake of the program that wrote the map */
	unsigned glyphs_found;   /* FOUND_ bits of the last map, if it is a text */
};

/* The result of reading a map. */
enum read_result {
	READ_MAP,
	READ_END,    /* there are no more */
	READ_NO_MAP, /* see input->error, or if that is 0, `fault` */
	READ_NO_MEMORY,
};

/* An extension of file names, without the dot; case does not matter. */
struct extension {
	const char *name;
	bool read_as_one; /* readers of such files take a single map, although the format could hold
			     several */
};

enum { EXTENSIONS = 4 };

/* A way to write a map. */
struct format {
	const char *name;
	struct extension extensions[EXTENSIONS]; /* the preferred one first, up to a NULL name; may
						    be empty */
	const char *summary;                     /* for --help, under 60 columns */
	bool one_map;             /* every file holds a single map, whatever its extension */
	bool binary;              /* not for a terminal */
	bool needs_history;       /* writes the history of a map, which most files lack */
	unsigned styles;          /* STYLE_ bits: the options about looks that it supports */
	uint32_t pixels_max;      /* the largest width and height of a picture, in pixels; 0: any */
	uint64_t tiles_max;       /* the most tiles of a map; 0: any */
	size_t writer_state_size; /* bytes; aligned as malloc aligns */

	/*
	 * Looks for an option about looks whose value the format cannot follow. Returns the STYLE_
	 * bit of the option, and adds why and what would work to the text; or returns 0. May be
	 * NULL.
	 */
	unsigned (*find_style_fault)(const struct style *style, struct text *fault);

	/*
	 * Adds why the format cannot write a map, and what would work, to the text; or nothing if
	 * it can. May be NULL.
	 */
	void (*find_map_fault)(const struct style *style, const struct map *map,
			       const struct label *label, struct text *fault);

	/*
	 * Writes one map. Returns false if out of memory. The output records write errors and
	 * ignores what is written after one, so a format checks for them only in loops.
	 */
	bool (*write)(struct writer *, const struct map *);

	/* Frees what the state owns, but not the state itself. NULL: the state owns nothing. */
	void (*free_writer_state)(void *state);

	/*
	 * Reads the next map into the `map` of the reader, which was started, and sets what it
	 * lacks; strings of its recipe are valid until the next map. Not called again after a
	 * failure. NULL: the format is only written.
	 */
	enum read_result (*read)(struct reader *);

	bool reads_several_maps; /* a file may hold several maps; otherwise `read` is called once */
	const char *magic;       /* what its files begin with, after white space; NULL: anything */

	/*
	 * Returns whether a line, without its line feed, may be the first line of such a file.
	 * NULL: only `magic` tells.
	 */
	bool (*is_first_line)(const char *line, size_t length);

	void (*free_reader_state)(void *state); /* frees what a reader's state owns, but not the
					  state itself; may be NULL */
	size_t reader_state_size; /* of that state, in bytes; aligned as malloc aligns */
};

/* Ends in NULL; the first is the default. */
extern const struct format *const format_table[];

/*
 * Finds the format of files with that extension, given without the dot, and stores the extension's
 * entry. Returns NULL and leaves *extension unchanged if no format has it.
 */
const struct format *format_find_extension(const char *name, const struct extension **extension);

/* Returns one of the formats that are read, or NULL after the last of them. */
const struct format *format_reading(size_t index);

/*
 * Guesses the format of bytes to be read, which may be one that is not read; text if nothing else
 * is recognized.
 */
const struct format *format_guess(const char *bytes, size_t length);

/*
 * Starts a run of maps. The caller keeps style, output, and watch, which must outlive the writer.
 * `watch` may be NULL. Returns false if out of memory; call writer_close then, too.
 */
bool writer_open(struct writer *writer, const struct format *format, const struct style *style,
		 struct output *output, struct watch *watch);

/* Frees the writer's memory. Safe on a zeroed writer and after writer_close. */
void writer_close(struct writer *writer);

/*
 * Starts to read maps. The caller keeps style, input and history, which must outlive the reader.
 * Returns false if out of memory; call reader_close then, too.
 */
bool reader_open(struct reader *reader, const struct format *format, const struct style *style,
		 struct input *input, struct history *history);

/* Frees the reader's memory. Safe on a zeroed reader and after reader_close. */
void reader_close(struct reader *reader);

/*
 * Empties the history and `map`, which lacks everything then, and reads the next map into it.
 * Refuses a map of more than READER_TILES_MAX tiles.
 */
enum read_result reader_next(struct reader *reader, struct map *map);

/* Sets why the input is no map, formatted like printf, and returns READ_NO_MAP. */
__attribute__((format(printf, 2, 3))) enum read_result reader_refuse(struct reader *reader,
								     const char *format, ...);

/*
 * Adds to what was left out of the map, which may be cut; `between` separates it from what is
 * there.
 */
__attribute__((format(printf, 3, 4))) void reader_note(struct reader *reader, const char *between,
						       const char *format, ...);

/*
 * Whether a line is like a pattern, in which # stands for a number below 2^31, a blank for any
 * number of blanks, and * for all that follows. Sets a number for each #, up to the first that is
 * none.
 */
bool line_is_like(const char *line, size_t size, const char *pattern, uint32_t *numbers);
