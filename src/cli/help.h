/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_HELP_H
#define DUNGEN_HELP_H

#include "cli/options.h"

/* The actions of --help and --version: see table.h. */

void help_write(const struct options *options, struct output *output);
void help_write_version(const struct options *options, struct output *output);

#endif
