/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/*
 * Draws the seed of the first map from the operating system and prints it, unless --quiet; if maps are made and no seed
 * was given. All seeds of the batch are below 2^32 if the count allows that. Returns false after a message if the
 * system fails.
 */
bool maps_draw_seed(struct options *options);

/* Makes and writes the maps in order, up to the first failure, and fills in a zeroed run. */
void maps_write(const struct options *options, struct map_files *files, struct progress *progress, struct run *run);

#endif
