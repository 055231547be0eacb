/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TABLE_H
#define DUNGEN_TABLE_H

#include "cli/options.h"
#include "cli/phrase.h"

/* options.def as data, from which options are read, checked, explained and completed. */

enum option_group { GROUP_MAP, GROUP_RANDOM, GROUP_OUTPUT, GROUP_OTHER };

enum option_kind {
	KIND_FLAG,   /* takes no value */
	KIND_NUMBER, /* plain decimal digits, lowest to highest */
	KIND_CHOICE, /* one of the names of a table */
	KIND_LIST,   /* any of them, separated by commas, or "none" */
	KIND_PATH,   /* a file name, not empty */
	KIND_TEXT,   /* any string that `accept` takes */
	KINDS
};

/* A name to choose. */
struct choice {
	const char *name;
	const char *summary; /* for --help and completions; NULL: none is needed */
};

struct option_row {
	enum option_group group;
	enum option_kind kind;
	char letter;          /* 0: none */
	const char *name;     /* without the dashes */
	const char *argument; /* what --help calls the value; NULL: it takes none */
	const char *help;
	const char *otherwise; /* the default for --help, unless it follows from the fields below; "": none */

	uint64_t lowest, highest, standard; /* of a number; standard is the default */

	/* Of a choice or list: its names, the default first, ended by NULL; and what messages call one of them. */
	struct choice (*choices)(size_t index);
	const char *noun;

	/* The STYLE_ bit of an option about looks, which not every format heeds; 0: it is for all formats. */
	unsigned style;

	/* Further handling of a value, which is NULL for a flag. False, after a message, if it is wrong. NULL: none. */
	bool (*accept)(struct options *options, const char *value);

	/* What the program does instead of making maps, as soon as it reads the option. NULL: nothing. */
	void (*action)(const struct options *options, struct output *output);
};

/* Indexed by enum option_id. */
extern const struct option_row option_table[OPTION_NONE];

/* The option with that long name, which ends at a = or at the end of the string; OPTION_NONE if there is none. */
enum option_id table_find(const char *name);

/* The option with that letter, or OPTION_NONE. */
enum option_id table_find_letter(char letter);

/* The names of a choice, "a, b or c", or of a list, "none or any of a,b,c". */
struct phrase table_choices(const struct option_row *row);

/* The formats that heed all of these STYLE_ bits. */
struct names table_formats(unsigned styles);

/* The long names of all options, with their help as summaries. */
struct choice table_option(size_t index);

#endif
