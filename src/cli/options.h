/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/where.h"
#include "formats/format.h"
#include "formats/style.h"
#include "io/message.h"
#include "map/map.h"
#include "rng/rng.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The options of a run, which the command line fills in and everything else only reads:
 *
 *     struct options options;
 *     struct message message;
 *     if (!command_line_read(&options, argc, argv, &message) || !constraints_check(&options))
 *             printer_print(&message);
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
	/* In the order of the names of --help. */
	COMMAND_HELP_ALL,
	COMMAND_HELP_JSON,
	COMMAND_VERSION,
	/* In the order of the choices of --completion. */
	COMMAND_COMPLETION_BASH,
	COMMAND_COMPLETION_ZSH,
	COMMAND_COMPLETION_FISH,
};

enum { TARGETS_MAX = 24 }; /* of a run */

/* Where maps are written, and in which format. The fields after the path are set by choose_format.
 */
struct target {
	const char *path;            /* file or pattern; NULL for standard output; not owned */
	const struct format *format; /* format to write */
	bool is_for_one_map;         /* the file can hold only one map */
};

/* The second choice of --messages. */
enum { MESSAGES_JSON = 1 };

/*
 * A field that stores the value of an option is named like the option, with _index if the value is
 * an index into a table. Strings point into argv or into the table of options.
 */
struct options {
	struct message *message; /* why the command line is rejected; not owned */
	enum command command;    /* what to do */

	/*
	 * By option: the value on the command line or, without one, in the preset. A flag has an
	 * empty string. NULL if the option was not given. An option about looks that comes from the
	 * preset does not count as given.
	 */
	const char *given[OPTIONS];
	bool is_typed[OPTIONS]; /* by option: given on the command line, not only in the preset */

	/* By option: its value in the preset, if other options exclude that; otherwise NULL. */
	const char *dropped[OPTIONS];

	/* Which maps to generate or read. */
	unsigned preset_index; /* index into preset_table */
	struct recipe recipe;  /* without the seed, names, and parameters */
	unsigned rng_index;    /* index into rng_table */
	uint64_t seed;         /* seed of the first map; that of a word is set by constraints_check
				*/
	uint64_t count;        /* number of maps */
	char *const *files;    /* the FILEs to read; not owned */
	size_t file_count;     /* 0 if maps are generated */

	/* Which of these maps to keep. */
	struct where where; /* the conditions of --where */
	uint64_t find;      /* number of maps to find; 0 to try each seed up to `count` */
	bool is_linked;     /* the exit of a map is the spawn of the next */

	/* What to do with these maps. */
	bool check;              /* look for faults instead of writing maps */
	bool compare;            /* look for differences from the expected maps */
	const char *draws;       /* trace of the expected map; NULL to generate expected maps */
	unsigned format_index;   /* index into format_table; counts only if --format was given */
	const char *output;      /* the last --output; see `targets` */
	struct style style;      /* the looks of the maps */
	const char *glyphs;      /* value of --glyphs; NULL if it was not given */
	const char *tiles;       /* value of --tiles; NULL if it was not given */
	bool quiet;              /* print errors only */
	unsigned messages_index; /* MESSAGES_JSON, or 0 for text */

	/* All --output, each path once. constraints_check adds standard output if there is none. */
	struct target targets[TARGETS_MAX];
	size_t target_count;

	const struct rng *rng; /* generates the maps; set by constraints_check */
};

/*
 * Returns whether a value of --seed, or NULL, is a word: it begins with a letter of ASCII or with a
 * byte above 127.
 */
static inline bool seed_is_word(const char *value)
{
	const unsigned char first = value ? (unsigned char)*value : 0;
	return first > 127 || (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');
}
