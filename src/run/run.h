/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "run/outcome.h"

/*
 * Passes maps from a source through the filter to a sink, up to the first failure: generates or
 * reads them, and writes, checks, or compares the maps that meet --min-rooms and --where. Says in
 * the outcome how that ended.
 */
void run_maps(const struct options *options, struct outcome *outcome);
