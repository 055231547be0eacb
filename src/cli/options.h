/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/where.h"
#include "io/error.h"
#include "map/map.h"
#include "formats/format.h"
#include "rng/rng.h"

#include <stdbool.h>
#include <stdint.h>

enum option_id {
#define OPTION(id, ...) OPTION_##id,
#include "cli/options.def"
#undef OPTION
	OPTION_NONE /* the number of options */
};

/* What the program does. */
enum command {
	COMMAND_MAPS,
	COMMAND_TILESET_IMAGE,
	COMMAND_HELP,
	COMMAND_HELP_JSON,
	COMMAND_VERSION,
	/* In the order of the choices of --completion. */
	COMMAND_COMPLETION_BASH,
	COMMAND_COMPLETION_ZSH,
	COMMAND_COMPLETION_FISH,
};

/* Where --compare gets the map that it checks the file against. */
enum expected_map {
	EXPECTED_FROM_SOURCE,   /* --seed and --input make or read it */
	EXPECTED_FROM_DOCUMENT, /* the documents of the file say how to generate it */
};

/* The options of a run. Points into argv. */
struct options {
	struct error *error; /* why the command line is rejected; not owned */
	enum command command;
	const char *given[OPTION_NONE]; /* its value, here or in the preset, "" without one; NULL:
					   not given */
	struct recipe recipe;           /* of all maps, without seed, names and parameters */
	uint64_t seed, count;           /* seed of the first map; number of maps */
	uint64_t first;                 /* number of the first map, for file names */
	uint64_t find;                  /* number of maps to find; 0: `count` maps are made */
	struct where where;             /* the conditions that the maps meet */
	struct style style;
	const char *output;  /* NULL or "-": standard output; NULL after constraints_check */
	const char *input;   /* NULL: maps are made */
	const char *glyphs;  /* as given, or NULL */
	bool check;          /* look for faults instead of writing */
	const char *compare; /* the maps to compare with instead of writing; NULL: none */
	bool skip;           /* leave out seeds that have no map */
	bool quiet;

	unsigned preset_index; /* index of the preset, which sets options that were not given */
	unsigned rng_index, format_index, input_format_index;
	/* Set by constraints_check. */
	const struct rng *rng;
	const struct format *format;
	const struct format
		*input_format; /* of --input; NULL: maps are made, or the first bytes decide */
	const struct format *compare_format; /* the same of --compare */
	const char *source_path; /* of the maps of the run, --input or --compare; NULL: maps are
				    generated */
	const struct format *source_format; /* the format of these, like input_format */
	enum expected_map expected;         /* for --compare */
	bool is_for_one_map;                /* the output holds one map */
};
