/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_VALUE_H
#define DUNGEN_VALUE_H

#include "cli/table.h"

/*
 * Reads an option's value, NULL if none was given, into its field. Paths and texts are kept as pointers. Returns false
 * after a message if the value is wrong.
 */
bool value_read(struct options *options, const struct option_row *row, const char *value);

/*
 * Reads plain decimal digits into *number. Returns the text after them, or NULL if there are none or the number exceeds
 * 2^64 - 1.
 */
const char *number_read(const char *text, uint64_t *number);

#endif
