/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNKNOWN_H
#define DUNGEN_UNKNOWN_H

#include "cli/table.h"

#include <stdbool.h>

/* Elements of the command line that are no options. The messages name what may have been meant. */

/* Refuses "--name" or "--name=value" with an unknown name: prints a message, returns false. */
bool unknown_option(const char *element);

/*
 * Checks an element of letters, "-abc", of which `id` with `value` was just read; OPTION_NONE: its letter is unknown.
 * `next` is the element after it, or NULL. Returns false after a message if it is likely to mean something else.
 */
bool unknown_letters(const char *element, enum option_id id, const char *value, const char *next);

/* Refuses *argument, which is neither an option nor its value and comes after the option `last`, as unknown_option. */
bool unknown_argument(char *const *argument, enum option_id last);

/* Refuses an argument after "--", as unknown_option. */
bool unknown_after_dashes(const char *argument);

/* Returns false after a message if the element ends in a carriage return. */
bool unknown_line_end(const char *element);

#endif
