/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_OPTIONS_H
#define DUNGEN_OPTIONS_H

#include "dungeon/dungeon.h"
#include "formats/format.h"
#include "output/output.h"
#include "rng/rng.h"

#include <stdbool.h>
#include <stdint.h>

enum option_id {
#define OPTION(id, ...) OPTION_##id,
#include "cli/options.def"
#undef OPTION
	OPTION_NONE /* and how many there are */
};

/* The command line, checked: every combination of options that gets here can be done. */
struct options {
	/*
	 * What to do on standard output instead of making maps; NULL: make maps. If it is set, the options before it
	 * are good one by one, but have not been checked against each other.
	 */
	void (*action)(const struct options *options, struct output *output);

	bool given[OPTION_NONE];
	/* The value of a number, the index of a choice, the indices of a list as bits; the default if not given. */
	uint64_t number[OPTION_NONE];
	const struct rng *rng;
	const struct format *format;
	struct style style;
	const char *output; /* NULL: standard output */
};

/* Reads the command line, in order. The options point into argv. False, after a message, if it is wrong. */
bool options_read(struct options *options, int argc, char **argv);

/* Size and limits of the maps. */
struct recipe options_recipe(const struct options *options);

#endif
