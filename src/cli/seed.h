/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SEED_H
#define DUNGEN_SEED_H

#include "cli/options.h"

/*
 * Draws the seed of the first map from the operating system, and tells it unless --quiet: below 2^32, and where
 * the count allows it the seeds of the whole batch too. False, with a message, when none is to be had.
 */
bool seed_draw(struct options *options);

#endif
