/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "formats/label.h"
#include "run/outcome.h"

/*
 * What messages say about a label: where a map comes from, and what its reader noticed.
 *
 *     label_print_note(label, options);              what the reader noticed
 *
 *     struct error error = {.status = STATUS_NO_MAP};
 *     label_describe(label, &error);                 any other problem
 *     error_set_problem(&error, "missing seed");
 *     error_print(&error);
 */

/* Sets the place of an error: the seed of a generated map, or the file and document of a map. */
void label_describe(const struct label *label, struct error *error);

/* Prints the note of the reader as a warning, unless it is empty or --quiet is given. */
void label_print_note(const struct label *label, const struct options *options);

/*
 * Sets the failure of a map for which there is not enough memory, and what would need less memory.
 * Replaces what the failure contains.
 */
void label_describe_memory(const struct label *label, const struct options *options,
			   struct failure *failure);
