/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_COMPLETION_H
#define DUNGEN_COMPLETION_H

#include "cli/options.h"

/*
 * Writes a script that completes dungen's options and their values in the shell of a COMMAND_COMPLETION_. It is cold:
 * compiled for size.
 */
__attribute__((cold)) void completion_write(enum command command, struct output *output);

#endif
