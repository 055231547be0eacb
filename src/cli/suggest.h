/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Returns what a word of `length` bytes may stand for, "a, b or c", among the choices of an option
 * or, if `row` is NULL, among the options, with their dashes: another word for one of them, a name
 * that differs only in case, or else those with the fewest typing mistakes, of which an
 * abbreviation counts as one. Returns an empty string if they are too many or too different.
 */
const char *suggest(const struct option_row *row, const char *word, size_t length);
