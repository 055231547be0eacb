/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_VALUES_H
#define DUNGEN_VALUES_H

#include "cli/options.h"

/* How some options handle their values: see `accept` in table.h. */

bool value_output(struct options *options, const char *value);
bool value_no_tiles(struct options *options, const char *value);
bool value_show(struct options *options, const char *value);
bool value_labels(struct options *options, const char *value);
bool value_glyphs(struct options *options, const char *value);

/* The last component of a path. */
const char *base_name(const char *path);

#endif
