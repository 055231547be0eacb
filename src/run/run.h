/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/progress.h"
#include "run/outcome.h"

/*
 * Draws the seed of the first map from the operating system and prints it, unless --quiet; if maps
 * are made and no seed was given. All seeds of the batch are below 2^32 if the count allows that.
 * Returns false after a message if the system fails.
 */
bool run_draw_seed(struct options *options);

/*
 * Passes maps on in order, up to the first failure: from the generator or files, if they have what
 * --min-rooms and --where ask for, to the writer of a format, --check or --compare. Returns how
 * that ended. The caller sets run->options and zeroes the rest.
 */
enum status run_maps(struct run *run, struct output *output, struct progress *progress);
