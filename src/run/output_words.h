/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "io/output.h"
#include "run/outcome.h"

/*
 * Fails the outcome with the first error of an output, which is closed: the name of the file, why
 * it could not be written, and what would work.
 *
 *     (void)output_close(&output, is_complete);
 *     if (output.error)
 *             output_explain(&output, options, outcome);
 */
void output_explain(const struct output *output, const struct options *options,
		    struct outcome *outcome);
