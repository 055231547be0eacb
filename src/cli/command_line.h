/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Reads the words of the command line after the program's name, up to NULL or an option that acts at once, such as
 * --help. Checks each option by itself; constraints_check compares them. Returns false after a message if the command
 * line is wrong.
 */
bool command_line_read(struct options *options, char **words);

/*
 * Sets the recipe of zeroed options to that of a map that was read: its size, and the parameters of its document, as if
 * they were options. Returns false if a parameter is no option, or has a value that the option does not take.
 */
bool command_line_read_recipe(struct options *options, const struct recipe *recipe);
