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
 *     struct message message = {.status = STATUS_DONE};
 *     label_describe(label, &message);               any other problem
 *     fail(&message, STATUS_NO_MAP, "missing seed");
 *     message_print(&message);
 */

/* Sets the place of a message: the seed of a generated map, or the file and document of a map. */
void label_describe(const struct label *label, struct message *message);

/* Prints the note of the reader as a warning, unless it is empty or --quiet is given. */
void label_print_note(const struct label *label, const struct options *options);

/*
 * Says for which map there is not enough memory, and what would need less memory. Replaces what the
 * message contains.
 */
void label_describe_memory(const struct label *label, const struct options *options,
			   struct message *message);
