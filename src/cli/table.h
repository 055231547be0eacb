/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "cli/messages.h"

/* options.def as a table, by which options are read, checked, explained and completed. */

enum option_group { GROUP_MAP, GROUP_RANDOM, GROUP_INPUT, GROUP_OUTPUT, GROUP_OTHER };

enum option_kind {
	KIND_FLAG,   /* takes no value */
	KIND_NUMBER, /* plain decimal digits, lowest to highest */
	KIND_CHOICE, /* one of the names of a table */
	KIND_LIST,   /* any of them, separated by commas, or "none" or "all" */
	KIND_RANGES, /* the same, each with a range: KEY=RANGE,... */
	KIND_PATH,   /* a file name, not empty */
	KIND_TEXT,   /* any string that `fault` accepts */
};

/* A name to choose. */
struct choice {
	const char *name;
	const char *summary; /* for --help and completions; NULL: none is needed */
};

/* Options by a name. */
struct preset {
	const char *name, *summary;
	const char *words[15]; /* as on a command line, ending in NULL */
};

/* In the order of --help; the first has no options. Ends in a preset without a name. */
extern const struct preset preset_table[];

struct option_row {
	enum option_group group;
	enum option_kind kind;
	char letter;          /* 0: none */
	const char *name;     /* without the dashes */
	const char *argument; /* name of the value in --help; NULL: the option takes none */
	const char *help;
	bool is_alias;            /* another option does the same, as the help says */
	const char *default_text; /* the default for --help, unless it follows from the fields
				     below; "": none */

	/*
	 * Where the value goes in struct options, and its size in bytes: a bool or uint32_t for a
	 * flag, a uint32_t or uint64_t for a number, an index for a choice, bits for a list or
	 * ranges, a string for the others.
	 */
	size_t field_offset, field_size;
	uint64_t value_min, value_max; /* of a number; the highest of a list is all of it */
	uint64_t default_value;        /* of a number or list; 0 for the other kinds */
	uint64_t stored_value;         /* what a flag stores; for a choice, added to its index */

	/*
	 * Of a flag that turns another flag off: the other flag. The last of the two on the
	 * command line counts. 0, which is not a flag: this option is no counterpart.
	 */
	enum option_id counterpart_of;

	/*
	 * Names of a choice or list, the default first, ended by NULL, and what messages call one
	 * of them.
	 */
	struct choice (*choices)(size_t index);
	const char *noun;

	/* Looks at a path or text. If it is not valid, sets the problem and the fix. */
	void (*find_fault)(const char *value, struct error *error);

	/*
	 * The STYLE_ bit of an option about looks that only some formats support; 0: all formats
	 * do.
	 */
	unsigned style;

	/* The key of the option in documents; NULL: they do not contain it. */
	const char *key;
	bool is_always_listed; /* in documents even if it was not given */

	bool acts_at_once; /* the rest of the command line is ignored */
};

/* Indexed by enum option_id. */
extern const struct option_row option_table[OPTION_NONE];

/* Sets the field of an option that is not a path or text. The value has to fit the field. */
void table_store(struct options *options, const struct option_row *row, uint64_t value);

/*
 * Functions that reject the command line set options->error. They return false, so that a function
 * can `return refuse_option(...)`.
 */

/* Sets the option of an error, and its value unless that is NULL or the option takes none. */
void error_set_option(struct error *error, const struct option_row *row, const char *value);

/* Rejects an option, with its value, because of a problem that is formatted like printf. */
__attribute__((format(printf, 3, 4))) bool
refuse_option(const struct options *options, enum option_id id, const char *format, ...);

/* Rejects an option whatever its value is. */
__attribute__((format(printf, 3, 4))) bool
refuse_any_value(const struct options *options, enum option_id id, const char *format, ...);

/* Adds a fix, formatted like printf, to what was rejected. */
__attribute__((format(printf, 2, 3))) bool suggest_fix(const struct options *options,
						       const char *format, ...);

/*
 * Rejects an option if it is given, unless what it needs holds. The fix may be empty. Returns false
 * if it is rejected.
 */
bool option_needs(const struct options *options, enum option_id id, bool holds, const char *problem,
		  const char *fix);

/*
 * Lists the options that documents contain: those given, and those that are always listed. Returns
 * how many.
 */
size_t table_parameters(const struct options *options, struct parameter list[OPTION_NONE]);

/*
 * Find an option by its long name, of `length` bytes, or by its letter. Return NULL if there is
 * none.
 */
const struct option_row *table_find(const char *name, size_t length);
const struct option_row *table_find_letter(char letter);

/* Finds a name of `length` bytes among the choices of an option, if it has any, and sets *index. */
bool table_find_choice(const struct option_row *row, const char *name, size_t length,
		       size_t *index);

/* Lists the names of a choice, "a, b or c", or of a list, "none, all or any of a,b,c". */
const char *table_choices(const struct option_row *row);

/* Lists the formats that support all of these STYLE_ bits. */
struct names table_formats(unsigned styles);
