/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_REMINDER_H
#define DUNGEN_REMINDER_H

#include "cli/options.h"
#include "output/map_files.h"

/* After all maps were written: prints how to create the tileset image that they refer to, if it does not exist. */
void reminder_tell(const struct options *options, const struct map_files *files);

#endif
