/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Returns whether a line matches a pattern. In a pattern, # stands for a number below 2^31 in
 * digits, a blank for any number of blanks or none, and * for the rest of the line. Other
 * characters stand for themselves. Stores the numbers in `numbers`, as far as the line matches the
 * pattern. `numbers` may be NULL if the pattern has no #.
 */
bool line_matches(const char *line, size_t size, const char *pattern, uint32_t *numbers);

/* Lengths of lines or rows, to find the most frequent one. Zeroed before use. */
struct line_lengths {
	uint32_t usual;       /* the most frequent length so far; the greatest of several */
	uint32_t usual_count; /* number of lines with this length */
	/* By length. Lengths that differ by a multiple of the number of elements count together. */
	uint32_t counts[1024];
};

/* Counts a length. */
void line_count_length(struct line_lengths *lengths, uint32_t length);
