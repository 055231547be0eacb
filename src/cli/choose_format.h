/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Chooses the format to write, from --format or from the extension of the output file, and whether
 * a file can hold only one map. Checks the number of maps and the options about looks. Returns
 * false if they do not fit the format, and sets options->message. The format itself refuses a map
 * that it cannot write (formats/format.h).
 */
bool choose_format(struct options *options);

/* Refuses to write several maps to a file that can hold only one. Returns false. */
bool choose_format_refuse_maps(const struct options *options, enum status status,
			       struct message *message);
