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
	/* Writes help or version to standard output. NULL: maps are asked for; only then the rest is checked. */
	void (*information)(struct output *output);
	bool given[OPTION_NONE];
	uint64_t number[OPTION_NONE]; /* of options with a number: that given, or the default */
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
