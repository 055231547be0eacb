/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MISTAKES_H
#define DUNGEN_MISTAKES_H

#include "cli/table.h"

/* Elements of the command line that are wrong. The messages suggest what may have been meant. */

/* Refuses "--name" or "--name=value" with an unknown name: prints a message, returns false. */
bool unknown_option(const char *element);

/*
 * Checks an element of letters, "-abc", of which `id` with `value` was just read; OPTION_NONE: its letter is unknown.
 * `next` is the element after it, or NULL. Returns false after a message if it is likely to mean something else.
 */
bool unknown_letters(const char *element, enum option_id id, const char *value, const char *next);

/* Refuses *argument, which comes after the option `last`, or first if that is OPTION_NONE. NULL ends the arguments. */
bool unexpected_argument(char *const *argument, enum option_id last);

/* Refuses an argument after "--". */
bool unexpected_after_dashes(const char *argument);

/* Returns true, without a message, if the element does not end in a carriage return. */
bool unexpected_line_end(const char *element);

#endif
