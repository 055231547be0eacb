/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Reads the command line in order, up to its end or an option that acts at once, such as --help.
 * Checks each option by itself; constraints_check compares them. Returns false after a message if
 * the command line is wrong.
 */
bool command_line_read(struct options *options, int argc, char **argv);

/*
 * Sets the recipe of zeroed options to that of a map that was read: its size, and the parameters of
 * its document, as if they were options. Returns false if a parameter is no option, or has a value
 * that the option does not take.
 */
bool command_line_read_recipe(struct options *options, const struct recipe *recipe);
