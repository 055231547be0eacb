/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DESTINATION_H
#define DUNGEN_DESTINATION_H

#include "output/output.h"
#include "output/replacement.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Where the maps of a run go: standard output, a file, or a file for each map. A file appears whole or not at all: it
 * is written beside its place as .NAME.XXXXXX, and removed when something fails or a signal ends the program. Nothing
 * is ever left open on the descriptors 0 to 2. One destination may be open at a time.
 *
 * In the last component of a path, %d is the seed and %i the number of the map in its batch. Either makes it a pattern,
 * with a file for each map, and may have a width of up to 20 columns, filled with spaces or, after a 0, with zeros:
 * %5d, %05d. %% is a percent sign. In directories, % is itself.
 */

/* Zeroed before it is opened. */
struct destination {
	struct replacement replacement;
	char name[PATH_MAX]; /* of the file at hand: the path with its % filled in */
	const char *path;    /* as given */
	bool pattern;
	bool replacing; /* to a file that is not in its place yet; otherwise what is written stands at once */
	/* What the maps are written to, and the first error of all. Last: its buffer would be a page fault more. */
	struct output output;
};

/* What is wrong with the % of a path, a sentence without a period; NULL: nothing. */
const char *destination_check(const char *path);

/* Whether a path without fault names a file for each map. */
bool destination_is_pattern(const char *path);

/* Whether a path without fault names files by the number of the map. */
bool destination_is_numbered(const char *path);

/*
 * Begins to write to `path`, which is without fault and stays the caller's until destination_close; to standard output
 * where it is NULL or "-". Errors are kept by the output; the first one stops everything. SIGXFSZ is ignored from
 * here on: a file-size limit is an error like another.
 */
void destination_open(struct destination *destination, const char *path);

/*
 * Before the map of a seed, the one of that number, is written to the output: opens its file, if each map has its own.
 * False after an error.
 */
bool destination_begin_map(struct destination *destination, uint64_t seed, uint64_t number);

/*
 * After the map was written: puts its file in place, if each map has its own; it is not flushed to disk. False after an
 * error.
 */
bool destination_end_map(struct destination *destination);

/* Removes a file that is not in its place yet. Elsewhere what was written stands. destination_close is to follow. */
void destination_abandon(struct destination *destination);

/*
 * Writes what is left and closes. A file for all maps is flushed to disk and put in its place; a file whose map was not
 * ended is put there too. After an error the open file is removed instead. True when every byte was written.
 */
bool destination_close(struct destination *destination);

#endif
