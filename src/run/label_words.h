/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "formats/label.h"
#include "run/outcome.h"

/* What messages say about the place that a map comes from. */

/* Returns where a map comes from: "seed 42", "map.txt", "maps.ndjson: document 2". A phrase. */
const char *label_place(const struct label *label);

/* Sets where a map comes from: its seed, or its file and its number there. */
void label_describe(const struct label *label, struct error *error);

/* Prints a problem of a map, with its place. */
void label_print(const struct label *label, const char *problem);

/* Prints the note of the reader, if it has one and messages are wanted. */
void label_print_note(const struct label *label, const struct options *options);

/* Sets the failure that there is not enough memory for the map, and what would need less. */
void label_describe_memory(const struct label *label, const struct options *options,
			   struct failure *failure);
