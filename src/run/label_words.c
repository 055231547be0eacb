/* SPDX-License-Identifier: MIT */
#include "run/label_words.h"

#include <inttypes.h>

void label_describe(const struct label *label, struct error *error)
{
	if (label->file) {
		text_set(&error->file, "%s", label->file);
		error->document = label->document;
	} else {
		error->has_seed = true;
		error->seed = label->seed;
	}
}

void label_print_note(const struct label *label, const struct options *options)
{
	if (*label->note == '\0' || options->quiet)
		return;
	/* Zeroing this for every map would take a tenth of the time of a batch. */
	struct error warning = {.level = LEVEL_WARNING};
	label_describe(label, &warning);
	error_set_problem(&warning, "%s", label->note);
	error_print(&warning);
}

void label_describe_memory(const struct label *label, const struct options *options,
			   struct failure *failure)
{
	const struct recipe *recipe = &options->recipe;
	struct error *error = &failure->error;
	failure->status = STATUS_FAILED;
	error_clear(error);
	if (label->file) {
		label_describe(label, error);
		error_set_problem(error, "out of memory for the map");
		return;
	}
	error_set_element(error, "out of memory");
	const char *size = size_text(recipe->width, recipe->height);
	const char *rooms = count_text(recipe_rooms_max(recipe), "room", "rooms");
	if (recipe->loops > 0) {
		error_set_problem(error,
				  "cannot generate a map of %s with up to %s and %" PRIu32 " loops",
				  size, rooms, recipe->loops);
		error_set_fix(error, "reduce --max-rooms or --loops");
	} else {
		error_set_problem(error, "cannot generate a map of %s with up to %s", size, rooms);
		error_set_fix(error, "reduce --max-rooms or --width");
	}
}
