/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"
#include "map/compare.h"
#include "run/outcome.h"
#include "run/source.h"

/*
 * The end of a run with --compare: each map of the run is compared with another one. That is read
 * from the file of --compare; or, if the run reads that file itself, made from the seed and options
 * of the document that was read. Zeroed before it is opened.
 */
struct comparison {
	struct source source;   /* of the other maps, unless they are made */
	struct map other;       /* the last of them */
	struct compare compare; /* memory */
	struct plain plain;     /* of a search for mistakes */
};

/*
 * Opens what a run needs to compare its maps; nothing if it does not. The caller keeps the options.
 * Returns false if out of memory.
 */
bool comparison_open(struct comparison *comparison, const struct options *options,
		     struct progress *progress);

/*
 * Compares a map of the run, from `source`, with the next other one, and prints how they differ.
 * Differences, and files that cannot be read beside others that can, are reports of the run. Sets
 * run->fault unless it returns STATUS_DONE or is out of memory (STATUS_FAILED).
 */
enum status comparison_take(struct comparison *comparison, struct run *run,
			    const struct source *source, const struct map *map, uint64_t number);

/*
 * Reads the next other map and drops it, because the map of the run that belongs to it could not be
 * read. Does nothing if each other map has a file of its own, or if the run compares nothing. If
 * the other maps have ended, the next call of comparison_take reports that. Returns as
 * comparison_take does.
 */
enum status comparison_pass_over(struct comparison *comparison, struct run *run);

/*
 * Looks for other maps after the last map of the run, which must not be there. Returns as
 * comparison_take does.
 */
enum status comparison_end(struct comparison *comparison, struct run *run,
			   const struct source *source);

/* Frees what it owns. Safe on a zeroed struct. */
void comparison_close(struct comparison *comparison);
