/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Guesses what a wrong word of the command line stands for, and says so in the fix of a message:
 *
 *     fail(message, STATUS_USAGE, "unknown format");
 *     if (!suggest_name(message, &option_table[OPTION_FORMAT], "jsn", 3))
 *             advise(message, "see dungen --help=all");      did you mean json?
 *
 *     suggest_meaning(message, "80x45");                     did you mean --width 80 --height 45?
 */

/*
 * Looks for a name that a word of `length` bytes may stand for: what other programs and earlier
 * versions call it or, if that fails, a name with a similar spelling. Looks among the names that an
 * option accepts or, if `row` is NULL, among all options. Returns whether it found one.
 */
bool suggest_name(struct message *message, const struct option_row *row, const char *word,
		  size_t length);

/*
 * Suggests the option that a word is a value of: a size, a seed, or a name such as json. Returns
 * whether it is one.
 */
bool suggest_meaning(struct message *message, const char *word);
