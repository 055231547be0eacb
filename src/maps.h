/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/*
 * Makes and writes one map after the other, up to the first failure. `dungeon` is zeroed before; it is then the last
 * map, as far as it was made, and the caller's to free.
 */
enum outcome maps_write(const struct options *options, struct map_files *files, struct progress *progress,
			struct dungeon *dungeon);

#endif
