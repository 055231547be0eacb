/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "run/outcome.h"
#include "cli/progress.h"

/*
 * Draws the seed of the first map from the operating system and prints it, unless --quiet; if maps are made and no seed
 * was given. All seeds of the batch are below 2^32 if the count allows that. Returns false after a message if the
 * system fails.
 */
bool run_draw_seed(struct options *options);

/*
 * Makes or reads the maps in order and passes them on, up to the first failure. Returns how that ended. The caller sets
 * run->options and run->status; the rest of the run, zeroed before, is set here.
 */
enum status run_maps(struct run *run, struct output *output, struct progress *progress);
