/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_NEAREST_H
#define DUNGEN_NEAREST_H

#include "cli/phrase.h"
#include "cli/table.h"

/*
 * The names that somebody may have meant by a word of that length that is none of them: that which differs in case
 * alone, else those it abbreviates, else those it is the fewest typing mistakes away from. None where that would be a
 * guess.
 */
struct names nearest(struct choice (*choices)(size_t index), const char *word, size_t length);

#endif
