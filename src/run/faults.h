/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/check.h"
#include "model/compare.h"

/* What --check and --compare find, in words: phrases, see messages.h. */

/* A fault as a sentence. */
const char *fault_text(const struct fault *fault);

/*
 * How a map that was read, `theirs`, differs from the one that was made, as a sentence. `cause` is used instead of that
 * of the difference, unless it is empty; `located` adds the first tile.
 */
const char *difference_text(const struct difference *difference, const struct dungeon *ours,
			    const struct dungeon *theirs, const char *cause, bool located);
