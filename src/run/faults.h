/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"
#include "map/check.h"
#include "map/compare.h"
#include "map/history.h"

/* What --check and --compare find, in words: phrases, see messages.h. */

/* A fault as a sentence. */
const char *fault_text(const struct fault *fault);

/* The first number that two maps with their attempts differ in; empty if there is none. */
const char *draws_text(const struct map *ours, const struct history *our_history,
		       const struct map *theirs, const struct history *their_history);

/*
 * How a map that was read, `theirs`, differs from the one that was made, as a sentence: in the
 * draws, unless that is empty, or in tiles. It ends in the mistakes of the cause or, without any,
 * in the first room or tunnel that is not there; `located` adds the first tile.
 */
const char *difference_text(const struct difference *difference, const struct map *ours,
			    const struct map *theirs, const struct cause *cause, const char *draws,
			    bool located);
