/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "cli/messages.h"
#include "cli/number.h"
#include "cli/phrase.h"
#include "cli/suggest.h"
#include "cli/table.h"
#include "cli/unknown.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

/*
 * A reader for each kind of value. The value is NULL if it is missing, or of a flag. Each returns false, after a
 * message, if the value is wrong.
 */

/* The option as it was given, for a message. */
static struct phrase spelled(const struct option_row *row, const char *value)
{
	struct phrase phrase = {""};
	phrase_add(&phrase, "--%s", row->name);
	if (value)
		phrase_add(&phrase, " %s", *value ? excerpt(value, EXCERPT_VALUE).text : "''");
	return phrase;
}

static bool read_flag(const struct option_row *row, const char *value, uint64_t *result)
{
	*result = row->value;
	if (value)
		message("--%s: takes no value", row->name);
	return !value;
}

static bool read_number(const struct option_row *row, const char *value, uint64_t *result)
{
	const char *end = value ? number_read(value, result) : NULL;
	if (end && !*end && *result >= row->lowest && *result <= row->highest)
		return true;
	message("%s: takes a number from %" PRIu64 " to %" PRIu64, spelled(row, value).text, row->lowest, row->highest);
	return false;
}

/* A missing value, or an unknown name in it. */
static bool refuse_choice(const struct option_row *row, const char *value, const char *name, size_t length)
{
	struct phrase why = {""}, guess = {""};
	if (value)
		phrase_add(&why, "unknown %s; ", row->noun);
	struct names near = suggest(row->choices, name, length);
	struct names pictures = table_pictures();
	if (near.count > 0)
		phrase_add(&guess, "; did you mean %s?", names_join(&near, "").text);
	else if (row == &option_table[OPTION_FORMAT] && value && table_is_picture(value) && pictures.count > 0)
		phrase_add(&guess, "; for a picture choose %s", names_join(&pictures, "").text);
	message("%s: %schoose %s%s", spelled(row, value).text, why.text, table_choices(row).text, guess.text);
	return false;
}

static bool read_choice(const struct option_row *row, const char *value, uint64_t *result)
{
	size_t index, length = value ? strlen(value) : 0;
	if (!value || !table_find_choice(row, value, length, &index))
		return refuse_choice(row, value, value, length);
	*result = row->value + index;
	return true;
}

static bool read_list(const struct option_row *row, const char *value, uint64_t *result)
{
	*result = 0;
	if (value && strcmp(value, "none") == 0)
		return true;
	if (value && strcmp(value, "all") == 0) {
		for (size_t i = 0; row->choices(i).name; i++)
			*result |= UINT64_C(1) << i;
		return true;
	}
	for (const char *name = value;; name++) {
		size_t index, length = name ? strcspn(name, ",") : 0;
		if (!name || !table_find_choice(row, name, length, &index))
			return refuse_choice(row, value, name, length);
		*result |= UINT64_C(1) << index;
		name += length;
		if (!*name)
			return true;
	}
}

static bool is_like_option(const char *value)
{
	return value[0] == '-' &&
	       (value[1] == '-' || (value[1] && !value[2] && table_find_letter(value[1]) != OPTION_NONE));
}

static bool read_text(const struct option_row *row, const char *value)
{
	const char *fault = NULL;
	if (row->kind == KIND_PATH && (!value || !*value))
		fault = "takes the name of a file";
	else if (!value)
		fault = "needs a value; see dungen --help";
	else if (row->kind == KIND_PATH && is_like_option(value)) {
		message("%s: takes the name of a file; for a file of this name, ./%s", spelled(row, value).text,
			excerpt(value, EXCERPT_VALUE).text);
		return false;
	} else if (row->fault)
		fault = row->fault(value);
	if (fault)
		message("%s: %s", spelled(row, value).text, fault);
	return !fault;
}

/* Stores a number in a field of one of the sizes that rows have. */
static void store(void *field, size_t size, uint64_t number)
{
	if (size == sizeof(bool))
		*(bool *)field = number != 0;
	else if (size == sizeof(uint32_t))
		*(uint32_t *)field = (uint32_t)number;
	else
		*(uint64_t *)field = number;
}

static bool read_option(struct options *options, enum option_id id, const char *value)
{
	static bool (*const readers[])(const struct option_row *, const char *, uint64_t *) = {
		[KIND_FLAG] = read_flag,
		[KIND_NUMBER] = read_number,
		[KIND_CHOICE] = read_choice,
		[KIND_LIST] = read_list,
	};
	const struct option_row *row = &option_table[id];
	void *field = (char *)options + row->offset;
	options->given[id] = true;
	if (row->kind == KIND_PATH || row->kind == KIND_TEXT) {
		*(const char **)field = value;
		return read_text(row, value);
	}
	uint64_t number;
	if (!readers[row->kind](row, value, &number))
		return false;
	store(field, row->size, number);
	return true;
}

/* The syntax for getopt_long. It reports a long option as LONG; its element says which it is. */
struct syntax {
	char letters[2 * OPTION_NONE + 3];
	struct option names[OPTION_NONE + 1];
};

enum { LONG = 256 };

static struct syntax make_syntax(void)
{
	/* +: stop at what is no option; and report a missing value as ':', not as an unknown option. */
	struct syntax syntax = {.letters = "+:"};
	char *next = syntax.letters + 2;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		syntax.names[id] = (struct option){row->name, row->argument != NULL, NULL, LONG};
		if (row->letter)
			*next++ = row->letter;
		if (row->letter && row->argument)
			*next++ = ':';
	}
	return syntax;
}

/*
 * Reads what getopt_long found in `element`, which `next` follows. Returns the option, or OPTION_NONE after a message
 * if it is wrong.
 */
static enum option_id read_found(struct options *options, int found, const char *element, const char *next)
{
	/* getopt reports a flag with a value as an unknown option, and sets no optarg for a missing value. */
	const char *value = found == '?' || found == ':' ? NULL : optarg;
	enum option_id id;
	if (strncmp(element, "--", 2) == 0) {
		size_t length = strcspn(element + 2, "=");
		id = table_find(element + 2, length);
		if (id == OPTION_NONE)
			unknown_option(element);
		else if (element[2 + length])
			value = element + 2 + length + 1;
	} else {
		id = table_find_letter((char)(found == ':' ? optopt : found));
		if (!unknown_letters(element, id, value, next))
			id = OPTION_NONE;
	}
	return id != OPTION_NONE && read_option(options, id, value) ? id : OPTION_NONE;
}

/* Lists what documents name of the recipe. */
static void list_parameters(struct options *options)
{
	struct recipe *recipe = &options->recipe;
	recipe->parameters = options->parameters;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (!row->key || (!row->always && !options->given[id]))
			continue;
		if (!row->always)
			recipe->given |= 1U << (id - OPTION_MIN_ROOMS);
		struct parameter parameter = {.key = row->key, .number = table_value(options, row)};
		if (row->kind == KIND_FLAG)
			parameter.kind = PARAMETER_FLAG;
		if (row->kind == KIND_CHOICE) {
			parameter.kind = PARAMETER_NAME;
			parameter.name = row->choices(parameter.number).name;
		}
		options->parameters[recipe->parameter_count++] = parameter;
	}
}

bool options_read(struct options *options, int argc, char **argv)
{
	*options = (struct options){.style = STYLE_DEFAULT};
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			store((char *)options + row->offset, row->size, row->default_value);

	for (int i = 1; i < argc; i++)
		if (!unknown_line_end(argv[i]))
			return false;
	struct syntax syntax = make_syntax();
	opterr = 0;
	enum option_id id = OPTION_NONE;
	const char *element = NULL;
	do {
		element = optind < argc ? argv[optind] : NULL;
		const char *next = element ? argv[optind + 1] : NULL;
		int found = getopt_long(argc, argv, syntax.letters, syntax.names, NULL);
		if (found == -1)
			break;
		id = read_found(options, found, element, next);
		if (id == OPTION_NONE)
			return false;
	} while (!option_table[id].at_once);
	if (id != OPTION_NONE && option_table[id].at_once) {
		options->output = NULL;
		return true;
	}
	if (optind < argc)
		return strcmp(element, "--") == 0 ? unknown_after_dashes(argv[optind])
						  : unknown_argument(argv + optind, id);
	list_parameters(options);
	return true;
}
