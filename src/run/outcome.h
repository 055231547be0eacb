/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"
#include "cli/options.h"
#include "io/output.h"

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
	enum status status;     /* so far */
	uint64_t tried, kept;   /* seeds or maps of the run so far; those that were written, checked
				   or compared */
	uint64_t attempt_count; /* to place a room on the last map that was generated */
	uint64_t unread_count;  /* how many of the maps tried are in files that could not be read */
	struct misses misses;   /* of those since the last that was kept */
	char fault[MESSAGE_MOST]; /* why it ended, a message without "dungen: "; empty: all maps
				     were passed on */
	uint64_t reports;         /* see run_reports */
};

/* Copies why the run ends, a message without "dungen: ". Returns the status. */
enum status run_fail(struct run *run, enum status status, const char *fault);

/*
 * Counts a fault that does not end the run: what --check or --compare finds, or a file of several
 * that cannot be read. Returns whether to print it, since people do not read many.
 */
bool run_reports(struct run *run, enum status status);

/*
 * Why a run ends with STATUS_IMPOSSIBLE, and what would work. The map is the last map that was
 * tried, and `place` where it comes from. `more`: there were others that were kept, or others
 * follow in its file.
 */
const char *outcome_fault(const struct run *run, const struct map *map, const struct output *output,
			  const char *place, bool more);

/*
 * Prints why the run failed: the first error of the output and which file was left behind, if any,
 * or the fault. After a success it prints how many seeds were left out, and how to create a tileset
 * image that is missing. Call it after output_close. Returns the exit status.
 */
int outcome_tell(const struct run *run, const struct output *output);
