/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SUGGEST_H
#define DUNGEN_SUGGEST_H

#include "cli/messages.h"
#include "cli/table.h"

/*
 * The names that somebody may have meant by a word of `length` bytes: one that differs only in case, else those that
 * the word abbreviates, else those with the fewest typing mistakes. None if too many or too different.
 */
struct names suggest(struct choice (*choices)(size_t index), const char *word, size_t length);

#endif
