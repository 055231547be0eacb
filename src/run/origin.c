/* SPDX-License-Identifier: MIT */
#include "run/origin.h"

#include "cli/printer.h"

void origin_describe(const struct origin *origin, struct message *message)
{
	message->place.file = origin->file;
	message->place.document_number = origin->document_number;
	message->place.has_seed = !origin->file;
	message->place.seed = origin->seed;
}

void origin_print_note(const struct origin *origin, const struct options *options)
{
	if (*origin->note == '\0' || options->quiet)
		return;
	/* Zeroing this for every map would take a tenth of the time of a batch. */
	struct message warning = {.level = LEVEL_WARNING};
	origin_describe(origin, &warning);
	text_add(&warning.problem, "%s", origin->note);
	printer_print(&warning);
}
