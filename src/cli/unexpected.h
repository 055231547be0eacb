/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNEXPECTED_H
#define DUNGEN_UNEXPECTED_H

#include "cli/table.h"

/*
 * What is neither an option nor the value of one. Each function prints a message, with what may have been meant, and
 * returns false.
 */

/* Refuses *argument, which comes after the option `last`, or first if that is OPTION_NONE. NULL ends the arguments. */
bool unexpected_argument(char *const *argument, enum option_id last);

/* Refuses an argument after "--". */
bool unexpected_after_dashes(const char *argument);

/* Returns true, without a message, if the element does not end in a carriage return. */
bool unexpected_line_end(const char *element);

#endif
