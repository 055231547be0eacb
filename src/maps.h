/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/* Makes and writes the maps in order, up to the first failure, and sets the outcome of a zeroed run. */
void maps_write(const struct options *options, struct map_files *files, struct progress *progress, struct run *run);

#endif
