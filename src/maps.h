/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/* Makes and writes one map after the other, up to the first failure, and records how that ended in a zeroed run. */
void maps_write(const struct options *options, struct map_files *files, struct progress *progress, struct run *run);

#endif
