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
 * Rejects an element of the command line that begins with a dash and is not an option. Sets
 * options->message, and always returns false. The element after it, which may be NULL, could be its
 * value.
 */
bool refuse_unknown_option(const struct options *options, const char *element,
			   const char *next_element);

/*
 * Rejects the name of a FILE if the file does not exist and the name has another meaning, such as a
 * seed. Returns whether it did, and sets options->message then.
 */
bool refuse_word(const struct options *options, const char *word);

/*
 * Guesses the options for a map size such as "80x45": adds them to a text, and suggests them in the
 * message. Returns false for any other word.
 */
bool add_size_guess(struct message *message, struct text *guess, const char *word);

/* Returns whether an element is the long name of an option after a single dash, as in "-seed". */
bool is_long_name_with_one_dash(const char *element);
