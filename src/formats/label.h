/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Where a map comes from. (The labels that --show draws on rooms are something else; see marks.h.)
 *
 * A source of maps fills in a label for each map. Filters, sinks, and formats get the label with
 * the map, and know nothing else about the source. The strings belong to the source, and are valid
 * until its next map.
 */
struct label {
	/* For the names of files. */
	uint64_t seed;   /* seed of the map, if has_seed is set */
	bool has_seed;   /* false for an input map without a seed */
	uint64_t number; /* number of the map, which %i stands for */

	/* For messages. */
	const char *file;         /* name of the input file; NULL for a generated map */
	size_t file_index;        /* index of that file among the FILEs of the command line */
	uint64_t document_number; /* number of the map in that file, starting at 1 */
	const char *note;         /* message of the reader about the map; may be empty */
	bool is_lossy;            /* the reader dropped a part of the file, which the note names */
	bool note_is_fault;       /* --check reports the note as a fault */
	bool reads_lists;         /* the format of that file obeys --walls and --floors */
};
