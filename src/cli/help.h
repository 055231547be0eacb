/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_HELP_H
#define DUNGEN_HELP_H

#include "output/output.h"

/* Write what --help and --version print. Cold: compiled for size. */
__attribute__((cold)) void help_write(struct output *output);
__attribute__((cold)) void help_write_version(struct output *output);

/*
 * Writes what --help=json prints, for programs: the rows of the options' table as a JSON document. Numbers are strings,
 * as some are over 2^53. No text of the table has a character that JSON would escape.
 */
__attribute__((cold)) void help_write_json(struct output *output);

#endif
