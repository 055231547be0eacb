/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Sets the format, from --format or the extension of the output file, and checks the number of maps
 * and the options about looks against it. Returns false, and sets options->error, if they do not
 * fit.
 */
bool choose_format(struct options *options);

/*
 * Checks whether the format can follow the values of the options about looks, after their
 * characters were set. Returns false, and sets options->error, if it cannot.
 */
bool choose_format_check_style(const struct options *options);

/*
 * Sets the problem and the fix if an input map cannot be written as chosen. `is_first` says that no
 * map was written before.
 */
void choose_format_find_fault(const struct options *options, const struct map *map,
			      const struct label *label, bool is_first, struct error *error);
