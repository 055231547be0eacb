/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "cli/messages.h"
#include "cli/suggest.h"
#include "cli/unknown_words.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

/* Returns the index of an option in the table. */
static enum option_id id_of(const struct option_row *row)
{
	return (enum option_id)(row - option_table);
}

/*
 * Each of the following reads a value, which is NULL if none was given, and returns false if it
 * rejects the value.
 */

static bool read_number(struct options *options, const struct option_row *row, const char *value,
			uint64_t *result)
{
	const char *end = value ? number_read(value, result) : NULL;
	if (end && !*end && *result >= row->lowest && *result <= row->highest)
		return true;
	return refuse_option(options, id_of(row), "takes a number from %" PRIu64 " to %" PRIu64,
			     row->lowest, row->highest);
}

/* Rejects an unknown name, of `length` bytes, or a missing value. */
static bool refuse_name(const struct options *options, const struct option_row *row,
			const char *value, const char *name, size_t length)
{
	const char *guess = suggest(row, name, length);
	const char *choices = table_choices(row);
	const enum option_id id = id_of(row);
	if (!value)
		return refuse_option(options, id, "choose %s", choices);
	(void)refuse_option(options, id, "unknown %s", row->noun);
	if (*guess)
		return suggest_fix(options, "choose %s; did you mean %s?", choices, guess);
	return suggest_fix(options, "choose %s", choices);
}

/* Narrows the range of a measure, whose name has `length` bytes, to that of the condition. */
static bool read_condition(struct options *options, const struct option_row *row, const char *name,
			   size_t length, struct range *range)
{
	const char *measure = phrase("%.*s", (int)length, name);
	const char *condition = name + length;
	if (*condition == '=')
		condition++;
	if (!range_narrow(range, condition))
		return refuse_option(options, id_of(row),
				     "takes a range, such as %s=9, %s=2.., %s=..9 or %s=2..9",
				     measure, measure, measure, measure);
	if (range->min <= range->max)
		return true;
	(void)refuse_option(options, id_of(row),
			    "no map has %s of at least %" PRIu64 " and at most %" PRIu64, measure,
			    range->min, range->max);
	return suggest_fix(options, "change one of them");
}

/* Reads the value of a choice, a list, or ranges. */
static bool read_names(struct options *options, const struct option_row *row, const char *value,
		       uint64_t *result)
{
	static const char *const ends[] = {
		[KIND_CHOICE] = "", [KIND_LIST] = ",", [KIND_RANGES] = "=<>! ,"};
	*result = 0;
	for (size_t i = 0; i < MEASURES && row->kind == KIND_RANGES; i++)
		options->where.ranges[i] = (struct range){0, UINT64_MAX};
	if (row->kind == KIND_LIST && value && strcmp(value, "none") == 0)
		return true;
	if (row->kind == KIND_LIST && value && strcmp(value, "all") == 0) {
		*result = row->highest;
		return true;
	}
	for (const char *name = value;; name++) {
		size_t index;
		const size_t length = name ? strcspn(name, ends[row->kind]) : 0;
		if (!name || !table_find_choice(row, name, length, &index))
			return refuse_name(options, row, value, name, length);
		if (row->kind == KIND_RANGES &&
		    !read_condition(options, row, name, length, &options->where.ranges[index]))
			return false;
		if (row->kind == KIND_CHOICE)
			*result |= row->value + index;
		else
			*result |= UINT64_C(1) << index;
		name += strcspn(name, ",");
		if (!*name)
			return true;
	}
}

static bool check_text(const struct options *options, const struct option_row *row,
		       const char *value)
{
	if (row->kind == KIND_PATH && (!value || !*value))
		return refuse_option(options, id_of(row), "takes the name of a file");
	if (row->kind == KIND_PATH && strncmp(value, "--", 2) == 0) {
		(void)refuse_option(options, id_of(row), "takes the name of a file");
		return suggest_fix(options, "for a file of this name, ./%s", excerpt(value));
	}
	row->find_fault(value ? value : "", options->error);
	if (error_is_empty(options->error))
		return true;
	error_set_option(options->error, row, value);
	return false;
}

/* Forgets that a flag was given earlier, if `row` is its counterpart or the other way around. */
static void forget_counterpart(struct options *options, const struct option_row *row)
{
	if (row->counterpart_of)
		options->given[row->counterpart_of] = NULL;
	for (int id = 0; id < OPTION_NONE; id++)
		if (option_table[id].counterpart_of &&
		    &option_table[option_table[id].counterpart_of] == row)
			options->given[id] = NULL;
}

/* Reads the value of a flag, which takes none except for programs, as in --help=json. */
static bool read_flag(struct options *options, const struct option_row *row, const char *value,
		      uint64_t *result)
{
	if (!value)
		return true;
	if (row == &option_table[OPTION_HELP] && strcmp(value, "json") == 0) {
		*result = COMMAND_HELP_JSON;
		return true;
	}
	return refuse_option(options, id_of(row), "takes no value");
}

/* Reads a value into the field of its option. Paths and texts are kept as pointers. */
static bool read_value(struct options *options, const struct option_row *row, const char *value)
{
	uint64_t result = row->value;
	bool is_right = false;
	options->given[id_of(row)] = row->argument ? value : "";
	forget_counterpart(options, row);
	switch (row->kind) {
	case KIND_FLAG:
		is_right = read_flag(options, row, value, &result);
		break;
	case KIND_NUMBER:
		is_right = read_number(options, row, value, &result);
		break;
	case KIND_PATH:
	case KIND_TEXT: {
		void *field = (char *)options + row->offset;
		*(const char **)field = value;
		return check_text(options, row, value);
	}
	default:
		is_right = read_names(options, row, value, &result);
	}
	if (is_right)
		table_store(options, row, result);
	return is_right;
}

/*
 * The syntax for getopt_long. Every long option is reported as 0; its name is looked up afterwards.
 */
struct syntax {
	char letters[2 * OPTION_NONE + 3];
	struct option names[OPTION_NONE + 1];
};

static struct syntax make_syntax(void)
{
	/*
	 * "+" stops at the first argument that is not an option; ":" reports a missing value as ':'
	 * instead of '?'.
	 */
	struct syntax syntax = {.letters = "+:"};
	char *next = syntax.letters + 2;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		syntax.names[id] = (struct option){row->name, row->argument != NULL, NULL, 0};
		if (row->letter)
			*next++ = row->letter;
		if (row->letter && row->argument)
			*next++ = ':';
	}
	return syntax;
}

/*
 * Finds the option that getopt_long found behind a single dash: 'w' in "-qw80". `found` is what
 * getopt_long returned. Returns NULL, and rejects the element, if there is no such option.
 */
static const struct option_row *find_letter_option(const struct options *options, int found,
						   const char *element)
{
	const struct option_row *row = NULL;
	if (found == ':')
		row = table_find_letter((char)optopt);
	else if (found != '?')
		row = table_find_letter((char)found);
	if (row && row->at_once)
		return row;
	/* "-seed 42" would be -s with the value "eed". */
	if (!row || is_long_name_with_one_dash(element)) {
		(void)refuse_unknown_word(options, element, NULL);
		return NULL;
	}
	return row;
}

/*
 * Reads the option that getopt_long found in an element: "--name", "--name=value", "--name value",
 * or a letter of "-q", "-qs42" or "-qs 42". `found` is what getopt_long returned. Returns the
 * option, or NULL if it is rejected.
 */
static const struct option_row *read_element(struct options *options, int found,
					     const char *element)
{
	const struct option_row *row;
	const char *value = optarg;
	if (element[1] == '-') {
		/* getopt_long accepts abbreviations, too, and rejects the value of a flag. */
		const char *name = element + 2;
		const char *end = name + strcspn(name, "=");
		row = table_find(name, (size_t)(end - name));
		if (*end)
			value = end + 1;
		if (!row)
			(void)refuse_unknown_word(options, element, NULL);
	} else {
		row = find_letter_option(options, found, element);
	}
	if (!row)
		return NULL;

	return read_value(options, row, value) ? row : NULL;
}

/*
 * Sets the options of the preset, unless they, or others for the same field, are on the command
 * line.
 */
static void apply_preset(struct options *options)
{
	for (const char *const *word = preset_table[options->preset].words; *word; word++) {
		const struct option_row *row = table_find(*word + 2, strlen(*word + 2));
		const char *value = row->argument ? *++word : NULL;
		bool is_given = false;
		for (int id = 0; id < OPTION_NONE; id++)
			is_given |= options->given[id] && option_table[id].offset == row->offset;
		if (is_given)
			continue;
		(void)read_value(options, row, value);
		/*
		 * About looks a preset only proposes: a format without such an option is not
		 * refused.
		 */
		if (row->style)
			options->given[row - option_table] = NULL;
	}
}

/*
 * Rejects a word that ends in a carriage return, because the script that runs dungen has the line
 * ends of Windows.
 */
static bool check_carriage_return(const struct options *options, char *word)
{
	struct error *error = options->error;
	const size_t length = strlen(word);
	if (length == 0 || word[length - 1] != '\r')
		return true;
	word[length - 1] = '\0';
	error->word = word;
	error_set_problem(error,
			  "a carriage return follows; the script has Windows line ends, which "
			  "sed 's/\\r$//' removes");
	return false;
}

/* Rejects a word after "--", which ends the options. */
static bool refuse_word_after_dashes(const struct options *options, const char *word)
{
	options->error->word = word;
	error_set_problem(options->error, "not an option; it comes after --");
	return false;
}

bool command_line_read(struct options *options, int argc, char **argv, struct error *error)
{
	*options = (struct options){
		.error = error,
		.style.tileset = option_table[OPTION_TILESET].default_text,
	};
	error_clear(error);
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);
	for (int i = 1; i < argc; i++) {
		if (!check_carriage_return(options, argv[i]))
			return false;
	}
	struct syntax syntax = make_syntax();
	opterr = 0;
	for (const struct option_row *row = NULL;;) {
		const char *element = optind < argc ? argv[optind] : NULL;
		optarg = NULL; /* some C libraries leave it unchanged if there is no value */
		int found = getopt_long(argc, argv, syntax.letters, syntax.names, NULL);
		if (found == -1 && optind >= argc)
			break;
		if (found == -1 && strcmp(element, "--") == 0)
			return refuse_word_after_dashes(options, argv[optind]);
		if (found == -1)
			return refuse_unknown_word(options, element, row);
		row = read_element(options, found, element);
		if (!row)
			return false;
		if (row->at_once) {
			options->output = NULL;
			return true;
		}
	}
	apply_preset(options);
	return true;
}
