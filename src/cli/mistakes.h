/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MISTAKES_H
#define DUNGEN_MISTAKES_H

#include "cli/table.h"

/* Messages about wrong elements of the command line. They suggest what may have been meant. */

/*
 * Returns the names that a word of `length` bytes may stand for: one that differs only in case, or else those that the
 * word abbreviates, or else those with the fewest typing mistakes. Returns none if they are too many or too different.
 */
struct names suggest(struct choice (*choices)(size_t index), const char *word, size_t length);

/* Refuses an unknown long option, "--name" or "--name=value". */
bool unknown_option(const char *element);

/* Refuses an unknown `*letter` of a group such as "-abc". */
bool unknown_letter(const char *element, const char *letter);

/*
 * Checks `*letter` of such a group, which is the option `row`; `next` is the element after the group, or NULL. Returns
 * false after a message if the group probably means something else.
 */
bool check_letter(const char *element, const char *letter, const struct option_row *row, const char *next);

/* Refuses *argument, which follows option `last`, or NULL if it comes first. The array ends in NULL. */
bool unexpected_argument(char *const *argument, const struct option_row *last);

/* Refuses an element that follows "--". */
bool unexpected_after_dashes(const char *element);

/* Refuses an element that ends in a carriage return. Returns true for any other. */
bool unexpected_line_end(const char *element);

#endif
