/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Checks the options against each other and sets the fields that follow from several, such as the
 * format. Returns false after a message that says what would work. Checks nothing for --help and
 * other commands that act at once.
 */
bool constraints_check(struct options *options);
