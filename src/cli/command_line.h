/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Reads a command line by the table of options. options.h shows the sequence of calls.
 *
 * Reads the options in order, up to the end of the command line or to an option that acts at once,
 * such as --help. Checks each option by itself; constraints_check compares them with each other.
 * Adds the options of the preset that were not given. Returns false if the command line is wrong,
 * and describes why in *message. The options keep pointers to the message and to the strings of
 * argv. Moves the FILEs to the start of argv. getopt_long keeps its position, so a program that
 * reads several command lines must reset optind.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct message *message);
