/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OUTCOME_H
#define DUNGEN_OUTCOME_H

#include "dungeon/dungeon.h"
#include "output/map_files.h"

/* The exit status of the program. */
enum status {
	STATUS_DONE = 0,       /* every byte was written */
	STATUS_FAILED = 1,     /* reading, writing or memory failed */
	STATUS_USAGE = 2,      /* the command line was wrong */
	STATUS_IMPOSSIBLE = 3, /* there is no such map */
};

/* How a run ended. */
enum outcome {
	OUTCOME_DONE,
	OUTCOME_OUTPUT_FAILED, /* the output has the error */
	OUTCOME_NO_MEMORY,
	OUTCOME_TOO_FEW_ROOMS,
};

/*
 * Prints why the run failed, what would work, and which file was left behind if one was; nothing if all was done. The
 * files is closed. `dungeon` is the last map, as far as it was made, of the recipe. Returns the exit status.
 */
int outcome_tell(enum outcome outcome, const struct map_files *files, const struct recipe *recipe,
		 const struct dungeon *dungeon);

#endif
