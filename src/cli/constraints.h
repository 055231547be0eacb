/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CONSTRAINTS_H
#define DUNGEN_CONSTRAINTS_H

#include "cli/options.h"

/*
 * Checks options that were read against each other, and sets the fields that follow from several, such as the format
 * that the name of the output stands for. Returns false after a message that says what would work if they cannot all
 * hold. Checks nothing for a command that acts at once.
 */
bool constraints_check(struct options *options);

#endif
