/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CONSTRAINTS_H
#define DUNGEN_CONSTRAINTS_H

#include "cli/options.h"

/*
 * After the whole command line has been read: fills in what follows from several options, such as the format that the
 * name of the file stands for, and checks them against each other. False, with a message that says what would work,
 * where they cannot all hold.
 */
bool constraints_check(struct options *options);

#endif
