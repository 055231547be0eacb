/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"
#include "dungeon/check.h"
#include "dungeon/compare.h"

/* Prints the faults that --check finds, up to a number that people read. */
struct faults {
	struct phrase where; /* what messages begin with: the file or the seed */
	uint64_t count;
};

/* Counts a fault. Returns false if too many were printed before. */
bool faults_count(struct faults *faults);

/* Prints a fault, if not too many were printed before. The context is a struct faults. */
void faults_tell(void *faults, const struct fault *fault);

/* Prints how many faults were not printed, if any. */
void faults_tell_rest(const struct faults *faults);

/*
 * Describes how a map that was read, `theirs`, differs from the one that was made, as a sentence. `cause` is used
 * instead of that of the difference, unless it is empty; `located` adds the first tile.
 */
struct phrase difference_text(const struct difference *difference, const struct dungeon *ours,
			      const struct dungeon *theirs, const char *cause, bool located);
