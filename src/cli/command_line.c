/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "cli/messages.h"
#include "cli/suggest.h"
#include "cli/unknown_words.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

/*
 * Each reads a value, which is NULL if none was given. Returns the end of a message about a wrong
 * one, or NULL if it is right.
 */

static const char *read_number(const struct option_row *row, const char *value, uint64_t *result)
{
	const char *end = value ? number_read(value, result) : NULL;
	if (end && !*end && *result >= row->lowest && *result <= row->highest)
		return NULL;
	return phrase("takes a number from %" PRIu64 " to %" PRIu64, row->lowest, row->highest);
}

/* The fault of an unknown name, or of a missing value. */
static const char *unknown_name(const struct option_row *row, const char *value, const char *name,
				size_t length)
{
	const char *near = suggest(row, name, length);
	return phrase("%schoose %s%s", value ? phrase("unknown %s; ", row->noun) : "",
		      table_choices(row), *near ? phrase("; did you mean %s?", near) : "");
}

/* Narrows the range of a measure, whose name has `length` bytes, to that of the condition. */
static const char *read_condition(const char *name, size_t length, struct range *range)
{
	const char *own = phrase("%.*s", (int)length, name);
	if (!range_narrow(range, name + length + (name[length] == '=')))
		return phrase("takes a range, such as %s=9, %s=2.., %s=..9 or %s=2..9", own, own,
			      own, own);
	if (range->min > range->max)
		return phrase("no map has %s of at least %" PRIu64 " and at most %" PRIu64
			      "; change one of them",
			      own, range->min, range->max);
	return NULL;
}

/* Of a choice, a list or ranges. */
static const char *read_names(struct options *options, const struct option_row *row,
			      const char *value, uint64_t *result)
{
	static const char *const ends[] = {
		[KIND_CHOICE] = "", [KIND_LIST] = ",", [KIND_RANGES] = "=<>! ,"};
	*result = 0;
	for (size_t i = 0; i < MEASURES && row->kind == KIND_RANGES; i++)
		options->where.ranges[i] = (struct range){0, UINT64_MAX};
	if (row->kind == KIND_LIST && value && strcmp(value, "none") == 0)
		return NULL;
	if (row->kind == KIND_LIST && value && strcmp(value, "all") == 0) {
		*result = row->highest;
		return NULL;
	}
	for (const char *name = value;; name++) {
		size_t index, length = name ? strcspn(name, ends[row->kind]) : 0;
		if (!name || !table_find_choice(row, name, length, &index))
			return unknown_name(row, value, name, length);
		const char *fault = NULL;
		if (row->kind == KIND_RANGES)
			fault = read_condition(name, length, &options->where.ranges[index]);
		if (fault)
			return fault;
		*result |= row->kind == KIND_CHOICE ? row->value + index : UINT64_C(1) << index;
		name += strcspn(name, ",");
		if (!*name)
			return NULL;
	}
}

static const char *text_fault(const struct option_row *row, const char *value)
{
	if (row->kind == KIND_PATH && (!value || !*value))
		return "takes the name of a file";
	if (row->kind == KIND_PATH && strncmp(value, "--", 2) == 0)
		return phrase("takes the name of a file; for a file of this name, ./%s",
			      excerpt(value));
	return row->fault(value ? value : "");
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

/* Reads a value into the field of its option. Paths and texts are kept as pointers. */
static const char *read_value(struct options *options, const struct option_row *row,
			      const char *value)
{
	uint64_t result = row->value;
	const char *fault = NULL;
	options->given[row - option_table] = value ? value : "";
	forget_counterpart(options, row);
	switch (row->kind) {
	case KIND_FLAG:
		/* For programs, and not in --help. */
		if (value && row == &option_table[OPTION_HELP] && strcmp(value, "json") == 0)
			result = COMMAND_HELP_JSON;
		else if (value)
			fault = "takes no value";
		break;
	case KIND_NUMBER:
		fault = read_number(row, value, &result);
		break;
	case KIND_PATH:
	case KIND_TEXT: {
		void *field = (char *)options + row->offset;
		*(const char **)field = value;
		return text_fault(row, value);
	}
	default:
		fault = read_names(options, row, value, &result);
	}
	if (!fault)
		table_store(options, row, result);
	return fault;
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
 * getopt_long returned. Returns NULL after a message if there is no such option.
 */
static const struct option_row *find_letter_option(int found, const char *element)
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
		(void)refuse_unknown_word(element, NULL);
		return NULL;
	}
	return row;
}

/*
 * Reads the option that getopt_long found in an element: "--name", "--name=value", "--name value",
 * or a letter of "-q", "-qs42" or "-qs 42". `found` is what getopt_long returned. Returns the
 * option, or NULL after a message if it is wrong.
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
			(void)refuse_unknown_word(element, NULL);
	} else {
		row = find_letter_option(found, element);
	}
	if (!row)
		return NULL;

	const char *fault = read_value(options, row, value);
	if (fault) {
		message("%s: %s", option_words(row, value), fault);
		return NULL;
	}
	return row;
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

bool command_line_read(struct options *options, int argc, char **argv)
{
	*options = (struct options){.style.tileset = option_table[OPTION_TILESET].default_text};
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);
	for (int i = 1; i < argc; i++) {
		const size_t length = strlen(argv[i]);
		if (length > 0 && argv[i][length - 1] == '\r')
			return refuse(
				"%s: a carriage return follows; the script has Windows line ends, "
				"which sed 's/\\r$//' removes",
				excerpt(phrase("%.*s", (int)length - 1, argv[i])));
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
			return refuse("%s: not an option; it comes after --",
				      excerpt(argv[optind]));
		if (found == -1)
			return refuse_unknown_word(element, row);
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
