/* SPDX-License-Identifier: MIT */
#include "run/source.h"

void label_describe(const struct label *label, struct message *message)
{
	message->place.file = label->file;
	message->place.document_number = label->document_number;
	message->place.has_seed = !label->file;
	message->place.seed = label->seed;
}

void label_print_note(const struct label *label, const struct options *options)
{
	if (*label->note == '\0' || options->quiet)
		return;
	/* Zeroing this for every map would take a tenth of the time of a batch. */
	struct message warning = {.level = LEVEL_WARNING};
	label_describe(label, &warning);
	text_add(&warning.problem, "%s", label->note);
	message_print(&warning);
}
