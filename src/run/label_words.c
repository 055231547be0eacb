/* SPDX-License-Identifier: MIT */
#include "run/label_words.h"

#include <inttypes.h>

void label_describe(const struct label *label, struct message *message)
{
	if (label->file) {
		message->place.file = label->file;
		message->place.document = label->document;
	} else {
		message->place.has_seed = true;
		message->place.seed = label->seed;
	}
}

void label_print_note(const struct label *label, const struct options *options)
{
	if (*label->note == '\0' || options->quiet)
		return;
	/* Zeroing this for every map would take a tenth of the time of a batch. */
	struct message warning = {.level = LEVEL_WARNING};
	label_describe(label, &warning);
	text_set(&warning.problem, "%s", label->note);
	message_print(&warning);
}

void label_describe_memory(const struct label *label, const struct options *options,
			   struct message *message)
{
	const struct recipe *recipe = &options->recipe;
	message_clear(message);
	if (label->file) {
		label_describe(label, message);
		fail(message, STATUS_FAILED, "out of memory for the map");
		return;
	}
	place_set_element(&message->place, "out of memory");
	const char *size = size_text(recipe->width, recipe->height);
	const char *rooms = count_text(recipe_rooms_max(recipe), "room", "rooms");
	if (recipe->loops > 0) {
		fail(message, STATUS_FAILED,
		     "cannot generate a map of %s with up to %s and %" PRIu32 " loops", size, rooms,
		     recipe->loops);
		advise(message, "reduce --max-rooms or --loops");
	} else {
		fail(message, STATUS_FAILED, "cannot generate a map of %s with up to %s", size,
		     rooms);
		advise(message, "reduce --max-rooms or --width");
	}
}
