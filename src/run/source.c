/* SPDX-License-Identifier: MIT */
#include "run/source.h"

#include "cli/table.h"

void label_describe(const struct label *label, struct message *message)
{
	message->place.file = label->file;
	message->place.document_number = label->document_number;
	message->place.has_seed = !label->file;
	message->place.seed = label->seed;
}

void print_seed(const struct options *options, uint64_t seed)
{
	const char *value = options->given[OPTION_SEED];
	if (options->quiet || (value && !seed_is_word(value)))
		return;
	struct message note = {.level = LEVEL_NOTE, .place = {.has_seed = true, .seed = seed}};
	if (value)
		place_set_option(&note.place, &option_table[OPTION_SEED], value);
	message_print(&note);
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
