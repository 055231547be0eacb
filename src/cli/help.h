/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_HELP_H
#define DUNGEN_HELP_H

#include "output/output.h"

/* Write what --help and --version print. */
void help_write(struct output *output);
void help_write_version(struct output *output);

#endif
