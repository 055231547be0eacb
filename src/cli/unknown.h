/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNKNOWN_H
#define DUNGEN_UNKNOWN_H

#include <stdbool.h>

/* What is not an option. Each function prints a message with what may have been meant, and returns false. */

/* "--name" or "--name=value" with an unknown name. */
bool unknown_option(const char *element);

/* A long option with a single dash. */
bool unknown_single_dash(const char *element);

/* An unknown letter, at `letter` in the element "-abc". */
bool unknown_letter(const char *element, const char *letter);

/* An argument that does not begin with a dash; `next` is the one after it, or NULL. */
bool unknown_argument(const char *argument, const char *next);

/* An argument after "--". */
bool unknown_after_dashes(const char *argument);

#endif
