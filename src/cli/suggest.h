/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SUGGEST_H
#define DUNGEN_SUGGEST_H

#include "cli/messages.h"
#include "cli/table.h"

/*
 * Returns the names that a word of `length` bytes may stand for: one that differs only in case, or else those that the
 * word abbreviates, or else those with the fewest typing mistakes. Returns none if they are too many or too different.
 */
struct names suggest(struct choice (*choices)(size_t index), const char *word, size_t length);

#endif
