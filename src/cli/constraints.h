/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * The rules that involve several options: which options exclude or need others, whether the rooms
 * fit the map, and whether the format can hold the maps. Call this after command_line_read;
 * options.h shows the sequence.
 */

/*
 * Checks the options against each other, and sets the fields that follow from several options, such
 * as the format and the random number generator. Returns false if the command line is wrong, and
 * describes why in options->message. Accepts everything if the command is --help or another option
 * that acts at once.
 */
bool constraints_check(struct options *options);
