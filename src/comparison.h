/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_COMPARISON_H
#define DUNGEN_COMPARISON_H

#include "cli/faults.h"
#include "cli/outcome.h"
#include "dungeon/compare.h"
#include "source.h"

/* What --compare does with the maps of a run: reads a map for each and prints how they differ. */
struct comparison {
	const struct options *options;
	struct source source;   /* of the maps that are read */
	struct run read;        /* has the last of them */
	struct compare compare; /* memory */
	struct faults faults;
	char name[PATH_MOST]; /* of its file */
	bool opened;          /* the source */
	uint64_t compared;
};

/*
 * Takes the map in run->dungeon, where other maps may be made then; `number` is its number in the run. Returns false if
 * the run failed.
 */
bool comparison_take(struct comparison *comparison, struct run *run, uint64_t number);

/* Call it after the last map, if any was taken: a file with more of them differs. Returns false if the run failed. */
bool comparison_end(struct comparison *comparison, struct run *run);

/* Frees the memory. Safe on a zeroed struct. */
void comparison_close(struct comparison *comparison);

#endif
