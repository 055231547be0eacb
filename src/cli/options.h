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
	bool given[OPTION_NONE];
	uint64_t number[OPTION_NONE]; /* of options with a number: that given, or the default */
	const struct rng *rng;
	const struct format *format;
	struct style style;
	const char *output; /* NULL: standard output */
};

enum options_outcome {
	OPTIONS_RUN,
	OPTIONS_HELP,
	OPTIONS_VERSION,
	OPTIONS_WRONG, /* a message said why */
};

/* Reads the command line, in order. The options point into argv. */
enum options_outcome options_read(struct options *options, int argc, char **argv);

/* The recipe of the first map. */
struct recipe options_recipe(const struct options *options);

void options_write_help(struct output *output);
void options_write_version(struct output *output);

#endif
