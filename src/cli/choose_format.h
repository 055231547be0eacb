/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"

/*
 * Chooses the format of each target, from --format or from the extension of its file, and whether a
 * file can hold only one map. Checks the number of maps and the options about looks, and that no
 * target replaces the file of another. Returns false if something does not fit, and sets
 * options->message. The format itself refuses a map that it cannot write (formats/format.h).
 */
bool choose_format(struct options *options);

/*
 * Returns the extension of a file name without its dot, a part of `path`. Returns NULL if the name
 * has none, as .map.
 */
const char *choose_format_extension(const char *path);

/* Returns a pattern with %d or %i for files of a format, made from a name: map-%d.svg. A phrase. */
const char *choose_format_pattern(const char *name, const struct format *format, char letter);

/* Refuses to write several maps to a target that can hold only one. Returns false. */
bool choose_format_refuse_maps(const struct options *options, const struct target *target,
			       enum status status, struct message *message);

/* Returns whether nobody knows how many maps a run will write before it has read or tested them. */
bool choose_format_is_uncounted(const struct options *options);
