/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/table.h"

/*
 * Suggests what a word of `length` bytes may stand for: "a, b or c". It looks among the choices of
 * an option or, if `row` is NULL, among all options, which get their dashes. A synonym counts
 * first; otherwise, the names with the fewest typing mistakes do. The beginning of a name counts as
 * one mistake. Returns a phrase, or an empty string if nothing is near enough or too much is.
 */
const char *suggest(const struct option_row *row, const char *word, size_t length);
