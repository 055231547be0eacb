/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Where a map comes from.
 *
 * A source of maps fills in an origin for each map. Filters and sinks get the origin with the map,
 * and know nothing else about the source. The strings belong to the source, and are valid
 * until its next map.
 */
struct origin {
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
	const char *strange_parameter; /* key of a parameter of a document that dungen does not
					  accept, or NULL */
	bool reads_lists;              /* the format of that file obeys --walls and --floors */
};

/* Sets the place of a message: the seed of a generated map, or the file and document of a map. */
void origin_describe(const struct origin *origin, struct message *message);

/* Prints the note of the reader as a warning, unless it is empty or --quiet is given. */
void origin_print_note(const struct origin *origin, const struct options *options);
