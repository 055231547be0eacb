/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_VALUE_H
#define DUNGEN_VALUE_H

#include "cli/table.h"

/*
 * Reads the value of an option, NULL if it was given without one, into its field. The options keep a pointer to a path
 * or text. Returns false after a message if the value is wrong.
 */
bool value_read(struct options *options, const struct option_row *row, const char *value);

/*
 * Reads plain decimal digits into *number. Returns what follows them, or NULL if the text starts with none or the
 * number is over 2^64 - 1.
 */
const char *number_read(const char *text, uint64_t *number);

#endif
