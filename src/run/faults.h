/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/plain.h"
#include "model/check.h"
#include "model/compare.h"

/* What --check and --compare find, in words: phrases, see messages.h. */

/* A fault as a sentence. */
const char *fault_text(const struct fault *fault);

/* The mistakes of a cause, joined by "and"; empty if there are none. */
/*
 * Describes the first number that two maps with their attempts differ in; returns an empty string if they differ in
 * none.
 */
const char *draws_text(const struct dungeon *ours, const struct dungeon *theirs);

const char *mistakes_text(uint64_t mistakes);

/*
 * The first room or tunnel of `ours` that is not there, see compare_find_missing; empty if there is none. `attempt` is
 * the one that it came with, or 0 if that is not known.
 */
const char *missing_text(const struct compare *compare, const struct dungeon *ours, uint64_t attempt);

/*
 * How a map that was read, `theirs`, differs from the one that was made, as a sentence that ends in `why`, unless that
 * is empty; `located` adds the first tile.
 */
const char *difference_text(const struct difference *difference, const struct dungeon *ours,
			    const struct dungeon *theirs, const char *why, bool located);
