/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CHOOSE_FORMAT_H
#define DUNGEN_CHOOSE_FORMAT_H

#include "cli/options.h"

/* Whether each map goes to a separate file. */
bool output_is_pattern(const struct options *options);

/* Whether the path is in /dev or /proc, where dungen cannot create files. */
bool output_is_device(const char *path);

/*
 * Sets options->format from --format or the extension of the output file, and checks the number of maps and the options
 * about looks against it. Returns false after a message if they do not fit.
 */
bool choose_format(struct options *options);

#endif
