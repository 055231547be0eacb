/* SPDX-License-Identifier: MIT */
#include "run/source.h"

#include "cli/printer.h"
#include "cli/table.h"

void print_seed(const struct options *options, uint64_t seed)
{
	const char *value = options->given[OPTION_SEED];
	if (options->quiet || (value && !seed_is_word(value)))
		return;
	struct message note = {.level = LEVEL_NOTE, .place = {.has_seed = true, .seed = seed}};
	if (value)
		place_set_option(&note.place, &option_table[OPTION_SEED], value);
	printer_print(&note);
}
