/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct history;
struct misfits;

/*
 * Where a map comes from. A source of maps fills in a label for each map; filters, sinks, and
 * formats know nothing else about the source. The strings belong to the source, and are valid until
 * it hands over the next map.
 */
struct label {
	/* For the names of files. */
	uint64_t seed;      /* the seed of the map, if has_seed is set */
	bool has_seed;      /* false for an input map without a seed */
	uint64_t number;    /* the number of the map in the batch */
	uint64_t file_seed; /* the seed that an input pattern names the file after */

	/* For messages. */
	const char *file;  /* name of the input file; NULL if dungen generated the map */
	uint64_t document; /* the number of the map in that file, starting at 1 */
	const char *note;  /* sentence of the reader about the map; may be empty */
	bool is_suspect;   /* the note names a mistake of the program that wrote the map */
	const struct misfits
		*misfits;          /* what was dropped from a document of dungen because it does
				      not fit the tiles, which is a fault; NULL if nothing was */
	const char *missing_glyph; /* a character of --glyphs that the text lacks, although it has
				      others in its place; NULL if there is none */

	/* How the map came about. */
	uint64_t attempt_count;        /* attempts to place a room, if dungen generated the map */
	const struct history *history; /* the attempts of a trace, or of any map if the sink needs
					  them; otherwise an empty history */

	/* For guards on files. */
	bool is_lossy;  /* the reader dropped a part of the file, which the note names */
	bool is_stream; /* further maps of the same file may follow, perhaps slowly */
	int descriptor; /* the open descriptor of the input file; -1 if there is none */
};
