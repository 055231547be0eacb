/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Checks the options against each other and sets the fields that follow from several, such as the
 * format. Returns false if the command line is wrong, as options->error says. Checks nothing for
 * --help and other commands that act at once.
 */
bool constraints_check(struct options *options);
