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

/* What the command line says, checked: every combination that gets here can be done. */
struct options {
	/*
	 * What to do, on standard output, in place of making maps; NULL: make maps. Where it is set, the options before
	 * it have been read and each is good, but nothing was checked that depends on several.
	 */
	void (*action)(const struct options *options, struct output *output);

	bool given[OPTION_NONE];
	/* A number's value, a choice's place in its table, a list's places as bits; of those not given the default. */
	uint64_t number[OPTION_NONE];
	const struct rng *rng;
	const struct format *format;
	struct style style;
	const char *output; /* NULL: standard output */
};

/* Reads the command line, in order. The options point into argv. False when it is wrong, and a message said why. */
bool options_read(struct options *options, int argc, char **argv);

/* Size and limits of the maps. */
struct recipe options_recipe(const struct options *options);

#endif
