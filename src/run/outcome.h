/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"
#include "cli/options.h"
#include "output/output.h"

/* The exit status of the program. */
enum status {
	STATUS_DONE = 0,       /* every byte was written */
	STATUS_FAILED = 1,     /* reading, writing or memory failed */
	STATUS_USAGE = 2,      /* the command line was wrong */
	STATUS_IMPOSSIBLE = 3, /* there is no such map */
	STATUS_NO_MAP = 4,     /* a map that was read is none, or not as it should be */
};

/* A run of the program. */
struct run {
	const struct options *options;
	enum status status;
	uint64_t tried, kept;       /* seeds or maps that were read; those that were written or checked */
	struct misses misses;       /* of those since the last that was kept */
	const char *input;          /* the file that is read, for messages; NULL: none */
	char input_name[PATH_MOST]; /* of one file of several */
	const char *fault;          /* why it ended: a message without "dungen: "; NULL: it follows from the rest */
	struct dungeon dungeon;     /* the last map, as far as it was made */
};

/*
 * Prints why the run failed, what would work, and which file was left behind, if any: the first error of the output,
 * the fault, or, for STATUS_FAILED without one, that memory ran out. After a success it prints how many seeds were left
 * out, and how to create a tileset image that is missing. Call it after output_close. Returns the exit status.
 */
int outcome_tell(const struct run *run, const struct output *output);
