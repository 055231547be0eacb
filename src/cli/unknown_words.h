/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Messages about elements of the command line that are not options. They suggest what the user may
 * have meant: the option or choice of this name, another word for it, a name that is spelled almost
 * the same, a map size such as 80x45, or a seed.
 */

/*
 * Rejects an element of the command line that is not an option: sets options->error, with what may
 * have been meant. `previous` is the option before an element without dashes, or NULL. Always
 * returns false.
 */
bool refuse_unknown_word(const struct options *options, const char *element,
			 const struct option_row *previous);

/* Returns whether an element is the long name of an option behind a single dash, as in "-seed". */
bool is_long_name_with_one_dash(const char *element);
