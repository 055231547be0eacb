/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "io/output.h"
#include "run/outcome.h"

/* Fails the run with the first error of an output, and says why it failed and what would work. */
void output_explain(const struct output *output, const struct options *options,
		    struct outcome *outcome);
