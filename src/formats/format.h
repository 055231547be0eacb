/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct map;
struct reader;
struct writer;

/*
 * The formats of maps. A format is one `const struct format` in a file of its own, and a row of the
 * table in format.c. Every format can be written, and some formats can be read.
 *
 * writer.h writes maps in a format, and reader.h reads them.
 *
 * Formats share these words:
 *
 *     symbol     what a tile shows: its kind, a mark, or the letter of a room (symbols.h)
 *     glyph      the character of --glyphs that looks like a symbol, in UTF-8
 *     spelling   the bytes that a format writes for symbols, and between them (tiles.h)
 *     style      the values of the options about looks, such as --glyphs (style.h)
 *     measure    a number that describes a map; the format called stats writes all measures
 */

/* What dungen writes to one file. (reads_several_maps is about the files that dungen reads.) */
enum holds {
	HOLDS_MAPS,         /* any number of maps, one after the other */
	HOLDS_ONE_MAP,      /* a single map */
	HOLDS_COUNTED_MAPS, /* several maps; their number is at the start of the file */
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
	bool is_binary;         /* not for a terminal */
	bool has_no_doors;      /* has tiles, and floor in place of doors */
	bool needs_attempts;    /* writes the attempts of a map, which most files lack */
	unsigned looks;         /* LOOK_ bits of the options about looks that the format obeys */
	unsigned cannot_show;   /* SHOW_ bits of what the format cannot draw, if it obeys --show */
	bool keeps_locks;       /* a file has the locks and secrets of its map, or leaves them out
				   so that players can have it */
	bool locks_are_letters; /* like labels, so that it cannot show both */
	bool shows_on_request;  /* shows marks and labels only if the user chooses them, and not
				   by default or because of a preset */
	size_t writer_state_size; /* size of a writer's state, in bytes; aligned as by malloc */

	/*
	 * Writes a map. Returns false if out of memory. If the format cannot write the map, calls
	 * writer_refuse before it writes the first byte, and returns false. The output records the
	 * first write error, and ignores what follows, so that a format looks for errors only to
	 * end a long loop.
	 */
	bool (*write)(struct writer *, const struct map *);

	/*
	 * Completes a file whose number of maps was unknown, after its last map. NULL for formats
	 * that do not need the number.
	 */
	void (*complete)(struct writer *);

	/* Frees what a writer's state owns, but not the state itself. May be NULL. */
	void (*free_writer_state)(void *state);

	/* Reading. */

	/*
	 * Reads the next map with the reader, which has started and has no parts. Before that, the
	 * map lacks a seed and rooms, and the builder notices if they come. reader->result says
	 * whether the map was read. If the format reads several maps, and the file has no more,
	 * sets it to READ_END. The strings of the map's recipe stay valid until the next map. Not
	 * called again after a failure. NULL if the format cannot be read.
	 */
	void (*read)(struct reader *reader);

	bool reads_lists;        /* obeys --walls and --floors */
	bool reads_several_maps; /* an input file may contain more than one map */

	size_t reader_state_size; /* size of a reader's state, in bytes; aligned as by malloc */

	/* Frees what a reader's state owns, but not the state itself. May be NULL. */
	void (*free_reader_state)(void *state);

	/* Recognizing. */

	/*
	 * How files of the format begin, after white space. A magic of words ends where white space
	 * follows. A file that begins so is never read as text, even if its first row of tiles is
	 * "P5 ####". Ends with NULL if there are fewer.
	 */
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
