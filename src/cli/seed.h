/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SEED_H
#define DUNGEN_SEED_H

#include "cli/options.h"

/*
 * Draws the seed of the first map from the operating system and prints it on standard error, unless --quiet. It is
 * below 2^32, and so are the seeds of the whole batch if the count allows. Prints a message and returns false if none
 * could be drawn.
 */
bool seed_draw(struct options *options);

#endif
