/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_COMPLETION_H
#define DUNGEN_COMPLETION_H

#include "cli/options.h"

/* The action of --completion: writes a script that completes dungen's options and their values in the shell chosen. */
void completion_write(const struct options *options, struct output *output);

#endif
