/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "run/outcome.h"

/*
 * Generates or reads maps, and writes, checks, or compares each map that meets --min-rooms and
 * --where. Stops at the first failure. The options are complete and consistent; see
 * cli/constraints.h.
 *
 *     struct outcome outcome = {.status = STATUS_DONE};
 *     run_maps(&options, &outcome);
 *     return outcome_print(&outcome);
 */
void run_maps(const struct options *options, struct outcome *outcome);
