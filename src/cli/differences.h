/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DIFFERENCES_H
#define DUNGEN_DIFFERENCES_H

#include "cli/messages.h"
#include "dungeon/compare.h"

/*
 * Describes how a map that was read, `theirs`, differs from the one that was made, as a sentence. `cause` is used
 * instead of that of the difference, unless it is empty; `located` adds the first tile.
 */
struct phrase difference_text(const struct difference *difference, const struct dungeon *ours,
			      const struct dungeon *theirs, const char *cause, bool located);

#endif
