/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "map/presets.h"

/*
 * The table of options: options.def as an array. The command line, its messages, help, and the
 * completion scripts all come from this table.
 *
 *     const struct option_row *row = table_find("width", strlen("width"));
 *     table_store(&options, row, 80);                   options.recipe.width = 80
 *     options.given[OPTION_WIDTH] = "80";
 *
 *     if (options.recipe.width < options.recipe.room_max) {
 *             (void)refuse_option(&options, OPTION_WIDTH, "too narrow for rooms");
 *             return suggest(options.message, "width", "%d", 90);
 *     }                                                 --width 80: too narrow for rooms; try ...
 */

/* The headings of --help=all. */
enum option_group {
	GROUP_MAP,
	GROUP_RANDOM,
	GROUP_INPUT,
	GROUP_OUTPUT,
	GROUP_BATCH,
	GROUP_LOOK,
	GROUP_TUNING, /* the rows with `is_tuning`, whose group says what they belong to */
	GROUP_OTHER,
};

enum option_kind {
	KIND_FLAG,   /* an option without a value, or with a name after "=" */
	KIND_NUMBER, /* decimal digits, from value_min to value_max */
	KIND_CHOICE, /* a name */
	KIND_LIST,   /* names that are separated by commas, or "none" or "all" */
	KIND_RANGES, /* names with ranges, separated by commas: NAME=RANGE,... */
	KIND_PATH,   /* the name of a file */
	KIND_TEXT,   /* any string that find_fault accepts */
};

/* A name that the value of an option can be. */
struct choice {
	const char *name;
	const char *summary; /* for --help=all; may be NULL */
};

struct option_row {
	/* How the option looks. */
	enum option_group group;
	enum option_kind kind;
	char letter;          /* for the short form; 0 if the option has only a long form */
	const char *name;     /* without the dashes */
	const char *argument; /* name of the value in the help; NULL for a flag */
	const char *help;     /* what the option does; starts with a verb, fits on one line */
	bool acts_at_once;    /* ends the command line, as --help does */

	/*
	 * The default in the help; empty to show none. If it is NULL, the help shows default_value
	 * or the first choice.
	 */
	const char *default_text;

	/*
	 * Where struct options stores the value. The field is a bool or uint32_t for a flag, a
	 * uint32_t or uint64_t for a number, the index of a choice, the bits of a list or of
	 * ranges, and a string for a path or a text.
	 */
	size_t field_offset; /* in bytes */
	size_t field_size;   /* in bytes */

	/* The values of the field. */
	size_t end_offset;      /* of the field for the end of a range, which is 0 without a range;
				   0 if the option does not accept ranges */
	uint64_t value_min;     /* smallest number */
	uint64_t value_max;     /* largest number, or all bits of a list */
	uint64_t default_value; /* of a number or a list; the default of other kinds is 0 */
	bool accepts_words;     /* a word can stand for the number; see seed_is_word */
	uint64_t stored_value;  /* stored by a flag without a name, or by the first name of a choice
				 */

	/*
	 * The flag that this flag turns off. The last of the two on the command line counts. 0 in
	 * other rows, because option 0 is not a flag.
	 */
	enum option_id counterpart_of;

	/*
	 * Returns the names of a flag, a choice, a list, or ranges, by their index. The first name
	 * of a choice is the default. After the last name, returns a choice without a name. NULL
	 * for other kinds.
	 */
	struct choice (*choices)(size_t index);
	const char *noun; /* what messages call one of these names */

	/*
	 * Looks for a fault in a path or a text. If it finds one, it sets the problem and perhaps
	 * the fix. NULL for other kinds.
	 */
	void (*find_fault)(const char *value, struct message *message);

	unsigned look;  /* LOOK_ bit, if not all formats obey the option; otherwise 0 */
	bool is_tuning; /* more for presets than for people; --help=all lists it apart */
};

/* Indexed by enum option_id. */
extern const struct option_row option_table[OPTIONS];

/* Returns whether a number is in the range of an option. */
bool table_accepts(const struct option_row *row, uint64_t number);

/*
 * Stores a number or a set of bits in the field of an option. The value must fit the field. An
 * option that accepts ranges has none after that.
 */
void table_store(struct options *options, const struct option_row *row, uint64_t value);

/* Stores the end of a range, if the option accepts ranges. The number is its start. */
void table_store_end(struct options *options, const struct option_row *row, uint64_t end);

/* Returns the value of an option in the recipe, or the end of its range. */
uint64_t table_end(const struct options *options, const struct option_row *row);

/*
 * Returns whether the command line sets the field of an option: it contains this option or, as for
 * --doors and --no-doors, another one with the same field.
 */
bool table_is_typed(const struct options *options, const struct option_row *row);

/* Returns the option with a long name of `length` bytes, or NULL if it does not exist. */
const struct option_row *table_find(const char *name, size_t length);

/* Returns the option with this letter, or NULL if it does not exist. */
const struct option_row *table_find_letter(char letter);

/*
 * Looks for a name of `length` bytes among the choices of an option, and sets *index. Returns false
 * if the option does not have this choice, or any choices.
 */
bool table_find_choice(const struct option_row *row, const char *name, size_t length,
		       size_t *index);

/*
 * Returns the names that an option accepts or, if `row` is NULL, the names of all options. A list
 * also accepts "none" and "all".
 */
struct names table_names(const struct option_row *row);

/* Returns the names of the formats that obey all options about looks of these LOOK_ bits. */
struct names table_formats(unsigned looks);

/* Returns the names of --show that are in `show`, which has SHOW_ bits. */
struct names table_shown(unsigned show);

/*
 * Returns the option that sets an option of recipes, given as an index into recipe_options. Of two
 * flags, it is the one that turns it on.
 */
enum option_id table_option_of(unsigned index);

/* Adds the options of a preset to an empty text, as on a command line. */
void table_preset(size_t preset_index, struct text *text);

/*
 * Fills a list with the options that documents contain: given options, and options that are always
 * listed, with the numbers of a recipe that has no ranges. Returns their number. The strings belong
 * to the options and the table.
 */
size_t table_parameters(const struct options *options, const struct recipe *recipe,
			struct parameter list[RECIPE_OPTION_COUNT]);

/* Sets the option of a place, and its value unless that is NULL or the option is a flag. */
void place_set_option(struct place *place, const struct option_row *row, const char *value);

/*
 * Rejects an option because of its value: sets the place and the problem of options->message, which
 * is formatted like printf. Returns false, so that a caller can `return refuse_option(...)`.
 */
__attribute__((format(printf, 3, 4))) bool
refuse_option(const struct options *options, enum option_id id, const char *format, ...);
