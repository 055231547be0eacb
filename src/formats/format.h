/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/label.h"
#include "formats/marks.h"
#include "formats/theme.h"
#include "io/message.h"
#include "io/input.h"
#include "io/output.h"
#include "io/text.h"
#include "map/map.h"
#include "map/passages.h"
#include "map/rows.h"
#include "map/route.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The formats of maps. A format is one `const struct format` in a file of its own, and a row of the
 * table in format.c. Every format can be written, and some formats can be read.
 *
 * To write maps:
 *
 *     struct writer writer = {0};
 *     if (!writer_open(&writer, format, &style, &output))
 *             out of memory
 *     for each map
 *             writer.label = &label;
 *             writer.route = &route;               if style.shows_route is set
 *             if (!format->write(&writer, &map))
 *                     writer.message says why; if it is empty, out of memory
 *     writer_close(&writer);
 *
 * To read maps:
 *
 *     struct reader reader = {0};
 *     if (!reader_open(&reader, format, &style, &input))
 *             out of memory
 *     while (reader_next(&reader, &map) == READ_MAP)
 *             use the map, and the reader's note
 *     reader_close(&reader);
 *
 * Formats share these words:
 *
 *     symbol     what a tile shows: its kind, a mark, or the letter of a room (marks.h)
 *     glyph      the character of --glyphs that looks like a symbol, in UTF-8
 *     spelling   the bytes that a format writes for symbols, and between them (tiles.h)
 *     style      the values of the options about looks, such as --glyphs
 *     measure    a number that describes a map; the format called stats writes all measures
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
};

enum { TILE_SIZE_DEFAULT = 16 }; /* in pixels; some formats have another default */

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
	const char *tileset;   /* file name of the tileset, for maps for Tiled; not owned */
	uint32_t pair_count;   /* number of pairs in a scenario; 0 for the default */
	const char *walls;     /* the list of --walls, see tile_values.h; NULL if not given */
	const char *floors;    /* the list of --floors */
	bool shows_route;      /* find the route of each map, and write it; also set if no map is
				  written, so that no reader reports a lost route */
};

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

/* Writes the maps of a run in a format. Its memory is reused from map to map. */
struct writer {
	const struct format *format;
	const struct style *style;
	struct output *output;
	const struct label *label; /* where the current map comes from; set by the caller */
	const struct route *route; /* the route of the current map; set by the caller; NULL unless
				      style->shows_route is set */
	uint64_t map_count;        /* number of maps in each file, if the format needs it */
	struct message message;    /* why the format refuses the map; empty if it does not */
	struct marks marks;        /* memory for the rows of a map */
	struct passages passages;  /* memory for the tunnels through the doors of a map */
	ARRAY(char, scratch);      /* memory for as many rows as the format needs at once */
	void *state; /* memory of the format: writer_state_size bytes, zeroed before use */
};

#define READER_TILES_MAX UINT32_MAX /* number of tiles of an input map, at most */

enum read_result {
	READ_MAP,
	READ_END,       /* the file has no more maps */
	READ_FAILED,    /* see reader->input->error or, if that is 0, reader->message */
	READ_NO_MEMORY, /* out of memory */
};

/* Reads the maps of a run in a format. */
struct reader {
	const struct format *format;
	const struct style *style;
	struct input *input;
	struct map *map;     /* the current map; not owned */
	void *state;         /* memory of the format: reader_state_size bytes, zeroed before use */
	uint64_t map_number; /* number of the current map in its file, starting at 1 */

	/* For messages of the caller. */
	struct message message; /* why reading failed: the place, the problem, and the fix */
	char note[1536];        /* what to say about the current map; may be empty */
	bool loses;             /* a part of the map was dropped, which the note names */
	bool note_is_fault;     /* --check reports the note as a fault */
	bool drops_misfits;     /* something was dropped because it does not fit the tiles */

	bool keeps_misfits; /* set by the caller: do not drop what does not fit the tiles */

	/* For documents: their tree, which owns the strings of the recipe. */
	struct cJSON *tree;
	uint64_t byte; /* place of the next byte in its line, starting at 1 */

	/* The current map as far as it is built; see build.h. */
	enum read_result result; /* READ_MAP until the first failure, then the reason */

	/*
	 * Where the reader is in its file, for messages: "rooms[3].width", or "layer "marks",
	 * object 7: x". Set by readers of documents, and for lines also by build_lines.
	 */
	uint64_t line;            /* number of the line; 0 if the file has no lines */
	uint64_t document_number; /* 0 if the file does not consist of documents */
	const char *list;  /* name of the array whose elements are read; NULL outside of arrays */
	uint32_t index;    /* index of the element in this array */
	const char *layer; /* name of the Tiled layer that is read; NULL outside of layers */
	double object;     /* id of the object in this layer that is read; 0 outside of objects */

	/* The tiles so far, if they come row by row. The rows can have different lengths. */
	uint32_t columns;         /* length of the longest row */
	uint32_t row_count;       /* number of rows */
	uint64_t tile_count;      /* number of tiles in these rows */
	ARRAY(uint32_t, lengths); /* number of tiles in each row */
	bool lacks_floor; /* the map was refused because all of its tiles are wall or door */

	/* The current tunnel. */
	uint32_t corner_count;
	struct point last_corner;

	bool has_door_list; /* the file has a list of doors, which may be empty */
	struct parameter parameters[RECIPE_OPTION_COUNT];
	size_t parameter_count;
	bool has_strange_parameter; /* the file has a parameter that dungen does not know */

	/* For build_end. */
	struct point difference; /* the first tile that differs from rooms, tunnels, and doors */
	struct rows rows;        /* memory for drawing rooms, tunnels, and doors */
};

/* What dungen writes to one file. (reads_several_maps is about the files that dungen reads.) */
enum holds {
	HOLDS_MAPS,         /* any number of maps, one after the other */
	HOLDS_ONE_MAP,      /* a single map */
	HOLDS_COUNTED_MAPS, /* several maps; writer->map_count says how many */
};

enum { EXTENSIONS = 4, MAGICS = 2 };

struct format {
	const char *name;
	const char *group;   /* what the format is for: "picture", "game", or "data"; NULL for
				anything else */
	const char *summary; /* for --help, under 60 columns; without quotes and other characters
				that a shell would interpret */

	/* Extensions of file names, without the dot. The first is the preferred one. */
	const char *extensions[EXTENSIONS];

	/*
	 * Programs that read files with this extension expect one map. So dungen writes one if the
	 * extension decides the format, although the format HOLDS_MAPS. NULL for no extension.
	 */
	const char *extension_of_one;

	/* Writing. */

	enum holds holds;
	bool is_binary;        /* not for a terminal */
	bool needs_attempts;   /* writes the attempts of a map, which most files lack */
	unsigned looks;        /* LOOK_ bits of the options about looks that the format obeys */
	unsigned cannot_show;  /* SHOW_ bits of what the format cannot draw, if it obeys --show */
	bool shows_on_request; /* shows marks and labels only if the user chooses them, and not
				  by default or because of a preset */
	size_t writer_state_size; /* size of a writer's state, in bytes; aligned as by malloc */

	/*
	 * Writes a map. Returns false if out of memory. If the format cannot write the map, calls
	 * writer_refuse before it writes the first byte, and returns false. The output records the
	 * first write error, and ignores what follows, so that a format looks for errors only to
	 * end a long loop.
	 */
	bool (*write)(struct writer *, const struct map *);

	/* Frees what a writer's state owns, but not the state itself. May be NULL. */
	void (*free_writer_state)(void *state);

	/* Reading. */

	/*
	 * Reads the next map with the reader, which has started and has no parts. Before that, the
	 * map lacks a seed and rooms, and the builder notices if they come. If the format has no
	 * doors, adds LACKS_DOORS to what the map lacks. reader->result says whether the map was
	 * read. If the format reads several maps, and the file has no more, sets it to READ_END.
	 * The strings of the map's recipe stay valid until the next map. Not called again after a
	 * failure. NULL if the format cannot be read.
	 */
	void (*read)(struct reader *reader);

	bool reads_lists;        /* obeys --walls and --floors */
	bool reads_several_maps; /* an input file may contain more than one map */

	size_t reader_state_size; /* size of a reader's state, in bytes; aligned as by malloc */

	/* Frees what a reader's state owns, but not the state itself. May be NULL. */
	void (*free_reader_state)(void *state);

	/* Recognizing. */

	/* How files of the format begin, after white space. Ends with NULL if there are fewer. */
	const char *magics[MAGICS];

	/*
	 * Returns whether the first line of a file may be this line, given without its line feed.
	 * May be NULL.
	 */
	bool (*is_first_line)(const char *path, const char *line, size_t length);
};

/* All formats. The first is the default. Ends with NULL. */
extern const struct format *const format_table[];

/*
 * Finds the format of files with an extension, given without the dot. Case does not matter. Returns
 * NULL if no format has the extension.
 */
const struct format *format_find_extension(const char *extension);

/*
 * Guesses the format of a file by its first bytes. Returns text if it recognizes no other format.
 * It may be a format that cannot be read. `path` is the name of the file, which matters only if the
 * bytes look like text and like csv.
 */
const struct format *format_guess(const char *path, const char *bytes, size_t length);

/*
 * Starts to write maps. The caller keeps style and output, which must outlive the writer.
 * Returns false if out of memory. Call writer_close in either case.
 */
bool writer_open(struct writer *writer, const struct format *format, const struct style *style,
		 struct output *output);

/* Frees the memory of a writer. Safe on a zeroed writer and after writer_close. */
void writer_close(struct writer *writer);

/*
 * Fails writer->message because the format cannot write a map, formatted like printf. If it cannot
 * write any map, because of the value of an option, call `fail` with STATUS_USAGE instead. Returns
 * false.
 */
__attribute__((format(printf, 2, 3))) bool writer_refuse(struct writer *writer, const char *format,
							 ...);

/* Refuses a map without rooms. Returns whether the map has rooms. */
bool writer_require_rooms(struct writer *writer, const struct map *map);

/*
 * Stores the SHOW_ bits of the symbols to show on a map, as style_shown returns them, except those
 * that the format does not show. Refuses the map if a mark that is shown would hide a wall or a
 * door, because readers believe that the tile of a mark is floor. This is for formats that draw
 * marks over tiles; other formats call style_shown.
 */
bool writer_choose_shown(struct writer *writer, const struct map *map, unsigned *shown);

/*
 * Starts to read maps. The caller keeps style and input, which must outlive the reader.
 * Returns false if out of memory. Call reader_close in either case.
 */
bool reader_open(struct reader *reader, const struct format *format, const struct style *style,
		 struct input *input);

/* Frees the memory of a reader. Safe on a zeroed reader and after reader_close. */
void reader_close(struct reader *reader);

/* Reads the next map into `map`, which the caller keeps. Empties the map first. */
enum read_result reader_next(struct reader *reader, struct map *map);

/*
 * Sets why the input is no map, formatted like printf, and returns READ_FAILED. The caller may add
 * the place and the fix to reader->message.
 */
__attribute__((format(printf, 2, 3))) enum read_result reader_refuse(struct reader *reader,
								     const char *format, ...);

/*
 * Adds to the note about the current map, formatted like printf, after a semicolon if the note is
 * not empty. Cuts what does not fit.
 */
__attribute__((format(printf, 2, 3))) void reader_note(struct reader *reader, const char *format,
						       ...);

/* Adds to the note that the route of the file is lost, unless the style asks for a new one. */
void reader_note_route(struct reader *reader);

/*
 * Returns whether a line matches a pattern. In a pattern, # stands for a number below 2^31 in
 * digits, a blank for any number of blanks or none, and * for the rest of the line. Other
 * characters stand for themselves. Stores the numbers in `numbers`, as far as the line matches the
 * pattern. `numbers` may be NULL if the pattern has no #.
 */
bool line_matches(const char *line, size_t size, const char *pattern, uint32_t *numbers);
