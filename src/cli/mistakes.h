/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/* Messages about wrong elements of the command line. They suggest what may have been meant. */

/* Refuses an unknown long option, "--name" or "--name=value"; `next` is the element after it, or NULL. */
void unknown_option(const char *element, const char *next);

/* Refuses an unknown `*letter` of a group such as "-abc". */
void unknown_letter(const char *element, const char *letter);

/*
 * Returns true after a message if such a group probably means something else than the option `row`, that of `*letter`.
 * `next` is the element after the group, or NULL.
 */
bool mistaken_letter(const char *element, const char *letter, const struct option_row *row, const char *next);

/* Refuses *argument, which follows option `last`, or NULL if it comes first. The array ends in NULL. */
void unexpected_argument(const char *const *argument, const struct option_row *last);

/* Returns true after a message if an element ends in a carriage return. */
bool mistaken_line_end(const char *element);
