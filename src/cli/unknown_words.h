/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Rejects words of the command line that are not options, and suggests a meaning: the option or the
 * choice of this name, a synonym, a name that is spelled almost like the word, a map size such as
 * 80x45, or a seed.
 *
 *     $ dungen --sede 42
 *     dungen: --sede: unknown option; did you mean --seed?
 */

/*
 * Rejects an element of the command line that is not an option. Sets options->error, and always
 * returns false. `previous` is the option before an element without dashes; NULL if the element is
 * the first one or has dashes.
 */
bool refuse_unknown_word(const struct options *options, const char *element,
			 const struct option_row *previous);

/*
 * Guesses the options for a map size such as "80x45": adds them to a text, and suggests them in the
 * error. Returns false for any other word.
 */
bool add_size_guess(struct error *error, struct text *guess, const char *word);

/* Returns whether an element is the long name of an option after a single dash, as in "-seed". */
bool is_long_name_with_one_dash(const char *element);
