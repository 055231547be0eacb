/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OUTCOME_H
#define DUNGEN_OUTCOME_H

#include "cli/options.h"
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
 * Prints why the run failed, what would work, and which file was left behind if one was; prints nothing if all was
 * done. To be called after map_files_close. `dungeon` is the last map, as far as it was made. Returns the exit status.
 */
int outcome_tell(enum outcome outcome, const struct map_files *files, const struct options *options,
		 const struct dungeon *dungeon);

#endif
