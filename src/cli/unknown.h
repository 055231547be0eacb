/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNKNOWN_H
#define DUNGEN_UNKNOWN_H

#include <stdbool.h>

/* What is on the command line and is no option: each prints why, with what may have been meant, and returns false. */

/* "--name" or "--name=value" with a name that no option has. */
bool unknown_option(const char *element);

/* A long option behind a single dash. */
bool unknown_single_dash(const char *element);

/* A letter that no option has, at `letter` in the element "-abc". */
bool unknown_letter(const char *element, const char *letter);

/* What does not begin with a dash; `next` is the element behind it, or NULL. */
bool unknown_argument(const char *argument, const char *next);

/* What stands behind "--". */
bool unknown_after_dashes(const char *argument);

#endif
