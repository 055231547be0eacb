/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Reads the command line in order, up to its end or an option that acts at once, such as --help.
 * Checks each option by itself; constraints_check compares them. Returns false if the
 * command line is wrong, as *error says. The options keep the pointer to the error.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct error *error);
