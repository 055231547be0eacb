/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FORMAT_H
#define DUNGEN_FORMAT_H

#include "dungeon/dungeon.h"
#include "formats/style.h"
#include "output/output.h"

#include <stdbool.h>
#include <stddef.h>

/* What a format works with while it writes the maps of one run, which differ only in their seeds. */
struct writer {
	const struct format *format;
	const struct style *style;
	struct output *output;
	void *state; /* the format's own: state_size bytes, all zero before the first map */
};

/* An extension of file names, without the dot; case does not matter. */
struct extension {
	const char *name;
	bool one_map; /* a file with this extension holds a single map */
};

enum { EXTENSIONS = 4 };

/* A way to write a map. */
struct format {
	const char *name;
	struct extension extensions[EXTENSIONS]; /* the preferred one first, up to a NULL name; may be empty */
	const char *summary;                     /* for --help, under 60 columns */
	bool one_map;                            /* several maps cannot follow one another in a file */
	bool picture;                            /* for people who look for an image format */
	unsigned styles;                         /* STYLE_ bits: the options about looks that it heeds */
	size_t state_size;                       /* bytes; aligned as malloc aligns */

	/*
	 * Writes one map. Write errors are kept by the output, which ignores what is written after one; a format
	 * need only stop early where much is left to do. False when out of memory.
	 */
	bool (*write)(const struct writer *, const struct dungeon *);

	/* Frees what the state owns, but not the state itself. NULL: the state owns nothing. */
	void (*end)(void *state);
};

/* Every format, ending in NULL; the first is the default. */
extern const struct format *const format_table[];

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/*
 * The format whose files have that extension, given without the dot, and in *extension which of its extensions it is.
 * NULL, and *extension unchanged, where no format has it.
 */
const struct format *format_find_extension(const char *name, const struct extension **extension);

/*
 * Begins a run of maps: style and output stay the caller's, and have to stay until writer_close. False when out of
 * memory; writer_close is legal then too.
 */
bool writer_open(struct writer *writer, const struct format *format, const struct style *style, struct output *output);

/* Writes one map; false when out of memory. Whether it was written in full, the output tells. */
bool writer_write(const struct writer *writer, const struct dungeon *dungeon);

/* Frees what the writer owns; a zeroed or a closed writer is legal. */
void writer_close(struct writer *writer);

#endif
