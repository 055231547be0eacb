/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_WRITE_MAPS_H
#define DUNGEN_WRITE_MAPS_H

#include "cli/options.h"
#include "cli/progress.h"
#include "output/destination.h"

/*
 * Makes and writes map after map, until all are written, something failed, which the output then tells, or a seed has
 * no such map, which is told at once. False in that last case.
 */
bool maps_write(const struct options *options, struct destination *destination, struct progress *progress);

#endif
