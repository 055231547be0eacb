/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CHOOSE_FORMAT_H
#define DUNGEN_CHOOSE_FORMAT_H

#include "cli/options.h"

/*
 * Called by constraints_check. Sets options->format from --format or the extension of the output file, and checks the
 * number of maps and the options about looks against it. Returns false after a message.
 */
bool choose_format(struct options *options);

#endif
