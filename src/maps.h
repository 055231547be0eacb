/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/*
 * Makes and writes one map after the other. Returns at the first failure, with what was written to files that are not
 * in their places yet removed, unless that is a file for all maps of an output that failed. `dungeon` is zeroed before;
 * it is the last map, as far as it was made, and the caller's to free.
 */
enum outcome maps_write(const struct options *options, struct map_files *files, struct progress *progress,
			struct dungeon *dungeon);

#endif
