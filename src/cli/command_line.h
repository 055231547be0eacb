/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_COMMAND_LINE_H
#define DUNGEN_COMMAND_LINE_H

#include "cli/options.h"

/*
 * Reads the command line in order, up to its end or an option that acts at once, such as --help. Checks each option by
 * itself; constraints_check compares them. Returns false after a message if the command line is wrong.
 */
bool command_line_read(struct options *options, int argc, char **argv);

/*
 * Checks the options against each other and sets the fields that follow from several, such as the format. Returns false
 * after a message that says what would work. Checks nothing for --help and other commands that act at once.
 */
bool constraints_check(struct options *options);

/*
 * Writes what --help, --help=json, --version or --completion prints. The JSON document has the rows of the options'
 * table, for programs: numbers are strings, as some are over 2^53, and no text of the table has a character that JSON
 * would escape.
 */
void help_write(enum command command, struct output *output);

#endif
