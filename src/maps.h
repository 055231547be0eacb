/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/options.h"
#include "cli/progress.h"
#include "output/map_files.h"

/*
 * Makes and writes map after map, until all are written, something failed, which the output then tells, or a seed has
 * no such map: false, and the dungeon is what there is of it. The dungeon is zeroed before, and the caller's to free.
 */
bool maps_write(const struct options *options, struct map_files *files, struct progress *progress,
		struct dungeon *dungeon);

#endif
