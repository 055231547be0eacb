/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "cli/constraints.h"
#include "cli/messages.h"
#include "cli/nearest.h"
#include "cli/number.h"
#include "cli/phrase.h"
#include "cli/table.h"
#include "cli/unknown.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

/*
 * A reader for each kind of value. A value that is missing is NULL, as is that of a flag. Each returns false, after a
 * message, if the value is wrong.
 */

/* The option as it was given, for a message. */
static struct phrase spelled(enum option_id id, const char *value)
{
	struct phrase phrase = {""};
	phrase_add(&phrase, "--%s", option_table[id].name);
	if (value)
		phrase_add(&phrase, " %s", *value ? excerpt(value, EXCERPT_VALUE).text : "''");
	return phrase;
}

static bool read_flag(struct options *options, enum option_id id, const char *value)
{
	(void)options;
	if (value)
		message("--%s: takes no value", option_table[id].name);
	return !value;
}

static bool read_number(struct options *options, enum option_id id, const char *value)
{
	const struct option_row *row = &option_table[id];
	uint64_t number;
	const char *end = value ? number_read(value, &number) : NULL;
	if (end && !*end && number >= row->lowest && number <= row->highest) {
		options->number[id] = number;
		return true;
	}
	message("%s: takes a number from %" PRIu64 " to %" PRIu64, spelled(id, value).text, row->lowest, row->highest);
	return false;
}

/* Finds a name in the table of a choice or list; false if it is not there. */
static bool find_choice(const struct option_row *row, const char *name, size_t length, size_t *index)
{
	for (*index = 0; row->choices(*index).name; ++*index) {
		const char *own = row->choices(*index).name;
		if (strlen(own) == length && memcmp(own, name, length) == 0)
			return true;
	}
	return false;
}

/* A missing value, or an unknown name in it. */
static bool refuse_choice(enum option_id id, const char *value, const char *name, size_t length)
{
	const struct option_row *row = &option_table[id];
	struct phrase why = {""}, guess = {""};
	if (value)
		phrase_add(&why, "unknown %s; ", row->noun);
	struct names near = nearest(row->choices, name, length);
	if (near.count > 0)
		phrase_add(&guess, "; did you mean %s?", names_join(&near, "").text);
	message("%s: %schoose %s%s", spelled(id, value).text, why.text, table_choices(row).text, guess.text);
	return false;
}

static bool read_choice(struct options *options, enum option_id id, const char *value)
{
	size_t index, length = value ? strlen(value) : 0;
	if (!value || !find_choice(&option_table[id], value, length, &index))
		return refuse_choice(id, value, value, length);
	options->number[id] = index;
	return true;
}

static bool read_list(struct options *options, enum option_id id, const char *value)
{
	options->number[id] = 0;
	if (value && strcmp(value, "none") == 0)
		return true;
	const char *name = value;
	for (;;) {
		size_t index, length = name ? strcspn(name, ",") : 0;
		if (!name || !find_choice(&option_table[id], name, length, &index))
			return refuse_choice(id, value, name, length);
		options->number[id] |= UINT64_C(1) << index;
		if (!name[length])
			return true;
		name += length + 1;
	}
}

static bool read_path(struct options *options, enum option_id id, const char *value)
{
	(void)options;
	if (!value || !*value)
		message("%s: takes the name of a file", spelled(id, value).text);
	return value && *value;
}

static bool read_text(struct options *options, enum option_id id, const char *value)
{
	(void)options;
	if (!value)
		message("%s: needs a value; see dungen --help", spelled(id, value).text);
	return value != NULL;
}

/* Reads one option. */
static bool read_option(struct options *options, enum option_id id, const char *value)
{
	static bool (*const read_kind[KINDS])(struct options *, enum option_id, const char *) = {
		[KIND_FLAG] = read_flag, [KIND_NUMBER] = read_number, [KIND_CHOICE] = read_choice,
		[KIND_LIST] = read_list, [KIND_PATH] = read_path,     [KIND_TEXT] = read_text,
	};
	const struct option_row *row = &option_table[id];
	if (!read_kind[row->kind](options, id, value) || (row->accept && !row->accept(options, value)))
		return false;
	options->given[id] = true;
	options->action = row->action;
	return true;
}

/* What getopt_long takes. It reports a long option as LONG, whole or abbreviated: its element says which. */
struct syntax {
	char letters[2 * OPTION_NONE + 3];
	struct option names[OPTION_NONE + 1];
};

enum { LONG = 256 };

static struct syntax make_syntax(void)
{
	/* Stop at what is not an option; tell a missing value from an unknown option. */
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

/* What getopt_long found in `element`: reads it, and false, with a message, where it is wrong. */
static bool read_found(struct options *options, int found, const char *element)
{
	/* The value of a flag is reported as an unknown option, and none to a missing value. */
	const char *value = found == '?' || found == ':' ? NULL : optarg;
	if (strncmp(element, "--", 2) == 0) {
		enum option_id id = table_find(element + 2);
		const char *equals = strchr(element, '=');
		if (id == OPTION_NONE)
			return unknown_option(element);
		return read_option(options, id, equals ? equals + 1 : value);
	}
	char letter = (char)(found == ':' ? optopt : found);
	/* "-seed 42" would be the letters s, e, e, d: the value of -s. An -h that -help begins with means just that. */
	enum option_id meant = table_find(element + 1);
	if (meant != OPTION_NONE && !(option_table[meant].action && option_table[meant].letter == letter))
		return unknown_single_dash(element);
	if (found == '?') {
		/* Not optopt, which in some C libraries is a character of several bytes. */
		const char *unknown = element + 1;
		while (table_find_letter(*unknown) != OPTION_NONE)
			unknown++;
		return unknown_letter(element, unknown);
	}
	return read_option(options, table_find_letter(letter), value);
}

bool options_read(struct options *options, int argc, char **argv)
{
	*options = (struct options){.style = STYLE_DEFAULT};
	for (int id = 0; id < OPTION_NONE; id++)
		options->number[id] = option_table[id].standard;

	struct syntax syntax = make_syntax();
	opterr = 0;
	const char *element = NULL;
	while (!options->action) {
		element = optind < argc ? argv[optind] : NULL;
		int found = getopt_long(argc, argv, syntax.letters, syntax.names, NULL);
		if (found == -1)
			break;
		if (!read_found(options, found, element))
			return false;
	}
	if (options->action) {
		options->output = NULL;
		return true;
	}
	if (optind < argc)
		return strcmp(element, "--") == 0 ? unknown_after_dashes(argv[optind])
						  : unknown_argument(argv[optind], argv[optind + 1]);
	return constraints_check(options);
}

struct recipe options_recipe(const struct options *options)
{
	/* Every number but seed and count is below 2^31. */
	const uint64_t *number = options->number;
	const bool *given = options->given;
	return (struct recipe){
		.width = (uint32_t)number[OPTION_WIDTH],
		.height = (uint32_t)number[OPTION_HEIGHT],
		.max_rooms = (uint32_t)number[OPTION_MAX_ROOMS],
		.room_min = (uint32_t)number[OPTION_ROOM_MIN],
		.room_max = (uint32_t)number[OPTION_ROOM_MAX],
		.min_rooms = (uint32_t)number[OPTION_MIN_ROOMS],
		.tunnels = (enum tunnels)number[OPTION_TUNNELS],
		.connect = (enum connect)number[OPTION_CONNECT],
		.loops = (uint32_t)number[OPTION_LOOPS],
		.exit = (enum exit_rule)number[OPTION_EXIT],
		.doors = given[OPTION_DOORS],
		.given = (given[OPTION_MIN_ROOMS] ? RECIPE_MIN_ROOMS : 0U) |
			 (given[OPTION_CONNECT] ? RECIPE_CONNECT : 0U) | (given[OPTION_LOOPS] ? RECIPE_LOOPS : 0U) |
			 (given[OPTION_EXIT] ? RECIPE_EXIT : 0U) | (given[OPTION_DOORS] ? RECIPE_DOORS : 0U) | (given[OPTION_TUNNELS] ? RECIPE_TUNNELS : 0U),
	};
}
