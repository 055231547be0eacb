/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_COMPLETION_H
#define DUNGEN_COMPLETION_H

#include "cli/options.h"

/* Writes the completion script for the shell of a COMMAND_COMPLETION_. Cold: compiled for size. */
__attribute__((cold)) void completion_write(enum command command, struct output *output);

#endif
