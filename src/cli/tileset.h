/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CLI_TILESET_H
#define DUNGEN_CLI_TILESET_H

#include "cli/options.h"
#include "output/map_files.h"

/* The tileset image, which maps for Tiled refer to. */

/* What --tileset makes of its value: see accept in table.h. */
bool tileset_accept(struct options *options, const char *value);

/* The action of --tileset-image. */
void tileset_write(const struct options *options, struct output *output);

/* After all maps were written: where they refer to an image that does not exist, tells how to create it. */
void tileset_remind(const struct options *options, const struct map_files *files);

#endif
