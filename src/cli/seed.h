/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SEED_H
#define DUNGEN_SEED_H

#include "cli/options.h"

/*
 * Draws the seed of the first map from the operating system and prints it, unless --quiet. All seeds of the batch are
 * below 2^32 if the count allows that. Returns false after a message if the system fails.
 */
bool seed_draw(struct options *options);

#endif
