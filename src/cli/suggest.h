/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Guesses which option, or which choice of an option, a misspelled or unknown word stands for.
 *
 *     struct text guess = {.length = 0};
 *     add_suggestion(&guess, NULL, "columns", 7);    adds "--width"
 *
 *     const struct option_row *row = &option_table[OPTION_FORMAT];
 *     add_suggestion(&guess, row, "jsn", 3);         adds "json"
 */

/* Returns whether a word of `length` bytes is what 0.5 or other programs call the input file. */
bool is_word_for_input(const char *word, size_t length);

/*
 * Adds a suggestion for a word of `length` bytes to a text: "a" or "a, b or c". Looks among the
 * choices of an option or, if `row` is NULL, among all options, and adds their dashes. Prefers
 * synonyms. Otherwise, suggests the names with the fewest differences in spelling. Adds nothing if
 * no name or too many names are similar.
 */
void add_suggestion(struct text *text, const struct option_row *row, const char *word,
		    size_t length);
