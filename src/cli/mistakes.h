/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Messages about wrong elements of the command line. They suggest what may have been meant. `next`
 * is the element after the wrong one, or NULL.
 */

/*
 * Refuses an element that is no option, or one that is not known. `last` is the option before it,
 * or NULL.
 */
bool refuse_element(const char *element, const char *next, const struct option_row *last);

/*
 * Finds the option of a letter; what follows the letter in its element may belong to it. Returns
 * NULL after a message if there is none, or if something else was probably meant.
 */
const struct option_row *letter_option(const char *letter, const char *next);
