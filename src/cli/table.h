/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TABLE_H
#define DUNGEN_TABLE_H

#include "cli/options.h"
#include "cli/phrase.h"

/* options.def as data: what reading, constraints, help and completions go by. */

enum option_group { GROUP_MAP, GROUP_RANDOM, GROUP_OUTPUT, GROUP_OTHER };

enum option_kind {
	KIND_FLAG,   /* takes no value */
	KIND_NUMBER, /* plain decimal digits, lowest to highest */
	KIND_CHOICE, /* one of the names of a table */
	KIND_LIST,   /* several of them, at most 32 there are, with commas between; or "none" */
	KIND_PATH,   /* the name of a file; not empty */
	KIND_TEXT,   /* anything that `accept` takes */
	KINDS
};

/* A name to choose. */
struct choice {
	const char *name;
	const char *summary; /* for --help and completions; NULL: the name says it */
};

struct option_row {
	enum option_group group;
	enum option_kind kind;
	char letter;          /* 0: none */
	const char *name;     /* without the dashes */
	const char *argument; /* what --help calls the value; NULL: there is none */
	const char *help;
	const char *otherwise; /* the default, where --help does not find it in the fields below */

	uint64_t lowest, highest, standard; /* of a number */

	/* Of a choice or list: its names, the default first, up to one that is NULL; and what a message calls them. */
	struct choice (*choices)(size_t index);
	const char *noun;

	/* The STYLE_ bit of an option about looks; 0: it means something to every format. */
	unsigned style;

	/* What else is done with a value, NULL for a flag. False, with a message, where it is wrong. */
	bool (*accept)(struct options *options, const char *value);

	/* What the program does in place of making maps, on standard output, where the option stands. */
	void (*action)(const struct options *options, struct output *output);
};

/* By enum option_id. */
extern const struct option_row option_table[OPTION_NONE];

/* The option whose long name the text is, up to its end or a =; OPTION_NONE where there is none. */
enum option_id table_find(const char *name);

/* The option of that letter, or OPTION_NONE. */
enum option_id table_find_letter(char letter);

/* The names of a choice, "a, b or c", or of a list, "none or any of a,b,c". */
struct phrase table_choices(const struct option_row *row);

/* The formats that heed all of these STYLE_ bits. */
struct names table_formats(unsigned styles);

/* The long names of all options, their help as summary. */
struct choice table_option(size_t index);

#endif
