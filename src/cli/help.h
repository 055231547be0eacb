/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Writes what --help, --help=json, --version or --completion prints. The JSON document has the rows
 * of the options' table, for programs: numbers are strings, as some are over 2^53, and no text of
 * the table has a character that JSON would escape.
 */
void help_write(enum command command, struct output *output);
