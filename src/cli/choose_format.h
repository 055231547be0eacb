/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CHOOSE_FORMAT_H
#define DUNGEN_CHOOSE_FORMAT_H

#include "cli/options.h"

/* Whether each map goes to a separate file. */
bool output_is_pattern(const struct options *options);

/*
 * Sets the format: --format, or what the name of the output stands for, and checks it against the options about looks
 * and the number of maps. Returns false after a message if no such maps can be written.
 */
bool choose_format(struct options *options);

#endif
