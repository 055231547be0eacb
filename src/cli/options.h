/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/where.h"
#include "io/error.h"
#include "map/map.h"
#include "formats/format.h"
#include "rng/rng.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The options of a run, which the command line fills in and everything else only reads:
 *
 *     struct options options;
 *     struct error error;
 *     if (!command_line_read(&options, argc, argv, &error) || !constraints_check(&options))
 *             error_print(&error);
 *     else if (options.command == COMMAND_MAPS)
 *             run_maps(&options, &outcome);
 */

/* The options, in the order of options.def. */
enum option_id {
#define OPTION(id, ...) OPTION_##id,
#include "cli/options.def"
#undef OPTION
	OPTIONS,              /* how many options exist */
	OPTION_NONE = OPTIONS /* not an option */
};

/* The task of the program. */
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
	EXPECTED_FROM_SOURCE,   /* generated from --seed, or read from --input */
	EXPECTED_FROM_DOCUMENT, /* generated from the recipe in the compared document */
};

/*
 * A field that stores the value of an option is named like the option, with _index if the value is
 * an index into a table. Strings point into argv or into the table of options.
 */
struct options {
	struct error *error;  /* why the command line is rejected; not owned */
	enum command command; /* what to do */

	/*
	 * By option: the value on the command line or, without one, in the preset. A flag has an
	 * empty string. NULL if the option was not given. An option about looks that comes from the
	 * preset does not count as given.
	 */
	const char *given[OPTIONS];

	/* Which maps to generate or read. */
	unsigned preset_index;       /* index into preset_table */
	struct recipe recipe;        /* without the seed, names, and parameters */
	unsigned rng_index;          /* index into rng_table */
	uint64_t seed;               /* seed of the first map */
	uint64_t count;              /* number of maps */
	uint64_t first;              /* number of the first map, for file names */
	const char *input;           /* file or pattern to read; NULL if maps are generated */
	unsigned input_format_index; /* argument for format_reading */

	/* Which of these maps to keep. */
	struct where where; /* the conditions of --where */
	uint64_t find;      /* number of maps to find; 0 to try each seed up to `count` */
	bool skip;          /* continue after a seed or map that does not match */

	/* What to do with these maps. */
	bool check;              /* look for faults instead of writing maps */
	const char *compare;     /* file or pattern to compare with instead of writing; or NULL */
	unsigned format_index;   /* index into format_table; counts only if --format was given */
	const char *output;      /* file or pattern to write; NULL or "-" for standard output */
	struct style style;      /* the looks of the maps */
	const char *glyphs;      /* value of --glyphs; NULL if it was not given */
	bool quiet;              /* print errors only */
	unsigned messages_index; /* checked only; messages_choose_format has already found it */

	/* Set by constraints_check, which also replaces an output of "-" with NULL. */
	const struct rng *rng;               /* generates the maps */
	const struct format *format;         /* format to write */
	const struct format *input_format;   /* format of --input; NULL to guess it */
	const struct format *compare_format; /* format of --compare; NULL to guess it */
	const char *source_path; /* where the maps come from: --input, --compare, or NULL */
	const struct format *source_format; /* format of source_path; NULL to guess it */
	enum expected_map expected;         /* where --compare gets its expected maps */
	bool is_for_one_map;                /* the output file can hold only one map */
};
