/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Reads the command line in order, up to its end or an option that acts at once, such as --help.
 * Checks each option by itself; constraints_check compares them. Returns false after a message if
 * the command line is wrong.
 */
bool command_line_read(struct options *options, int argc, char **argv);
