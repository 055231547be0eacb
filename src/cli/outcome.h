/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"
#include "cli/options.h"
#include "output/map_files.h"

/* The exit status of the program. */
enum status {
	STATUS_DONE = 0,       /* every byte was written */
	STATUS_FAILED = 1,     /* reading, writing or memory failed */
	STATUS_USAGE = 2,      /* the command line was wrong */
	STATUS_IMPOSSIBLE = 3, /* there is no such map */
	STATUS_NO_MAP = 4,     /* a map that was read is none, or not as it should be */
};

/* How a run, or a step of it, ended. */
enum outcome {
	OUTCOME_DONE,
	OUTCOME_OUTPUT_FAILED, /* see the output's error */
	OUTCOME_NO_MEMORY,
	OUTCOME_NO_SUCH_MAP,  /* see misses */
	OUTCOME_INPUT_FAILED, /* see input_error */
	OUTCOME_NO_MAP,       /* see fault */
	OUTCOME_END,          /* of a step: there are no more maps */
};

/* A run of the program. */
struct run {
	const struct options *options;
	enum outcome outcome;
	uint64_t tried, kept;   /* seeds or maps that were read; those that were written or checked */
	struct misses misses;   /* of those since the last that was kept */
	int input_error;        /* an errno */
	bool unsound;           /* --check found faults, or --compare differences */
	struct excerpt input;   /* the file that is read, for messages; empty: none */
	struct phrase fault;    /* what is wrong with a map that was read */
	struct dungeon dungeon; /* the last map, as far as it was made */
};

/*
 * Prints why the run failed, what would work, and which file was left behind, if any. After a success it prints how
 * many seeds were left out, and how to create a tileset image that is missing. Call it after map_files_close. Returns
 * the exit status.
 */
int outcome_tell(const struct run *run, const struct map_files *files);
