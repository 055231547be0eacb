/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Sets the format, from --format or the extension of the output file, and checks the number of maps
 * and the options about looks against it. Returns false after a message that says what would work.
 */
bool choose_format(struct options *options);

/*
 * Returns why a map that was read cannot be written as chosen, or an empty string. `first`: none
 * was written before.
 */
const char *choose_format_fault(const struct options *options, const struct map *map,
				const struct history *history, bool first);
