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

/* A run of the program, as far as the sentence at its end needs it. */
struct run {
	const struct options *options;
	enum status status;
	uint64_t tried, kept; /* seeds or maps that were read; those that were written, checked or compared */
	struct misses misses; /* of those since the last that was kept */
	uint64_t seed;        /* of the last map, if it was made */
	uint64_t attempts;    /* of a map with too few rooms, and its rooms */
	uint32_t rooms, sure_rooms;
	const char *input; /* the file of the last map, a phrase; NULL: it was made */
	uint64_t document; /* its number in that file, or 0 if it is the first */
	bool more;         /* there are others to read */
	const char *fault; /* why it ended: a message without "dungen: "; NULL: it follows from the rest */
	uint64_t reports;  /* see run_reports */
	enum status worst; /* of these */
	bool complete;     /* all maps were passed on; the status is that of the reports */
};

/*
 * Counts a fault that does not end the run: what --check or --compare finds, or a file of several that cannot be read.
 * Returns whether to print it, since people do not read many.
 */
bool run_reports(struct run *run, enum status status);

/*
 * Prints why the run failed, what would work, and which file was left behind, if any: the first error of the output,
 * the fault, or, for STATUS_FAILED without one, that memory ran out. After a success it prints how many seeds were left
 * out, and how to create a tileset image that is missing. Call it after output_close. Returns the exit status.
 */
int outcome_tell(const struct run *run, const struct output *output);
