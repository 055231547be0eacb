/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "cli/mistakes.h"
#include "cli/table.h"
#include "cli/value.h"

#include <getopt.h>
#include <string.h>

/* The syntax for getopt_long. Every long option is reported as LONG; its name is looked up afterwards. */
struct syntax {
	char letters[2 * OPTION_NONE + 3];
	struct option names[OPTION_NONE + 1];
};

enum { LONG = 256 };

static struct syntax make_syntax(void)
{
	/* "+" stops at the first argument that is not an option; ":" reports a missing value as ':' instead of '?'. */
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
 * Reads the option that getopt_long found in `element`; `next` follows it. Returns OPTION_NONE after a message if it is
 * wrong.
 */
static enum option_id read_found(struct options *options, int found, const char *element, const char *next)
{
	const char *value = optarg;
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
	if (id == OPTION_NONE || !value_read(options, &option_table[id], value))
		return OPTION_NONE;
	options->given[id] = true;
	return id;
}

/* Lists the options that documents contain. */
static void list_parameters(struct options *options)
{
	struct recipe *recipe = &options->recipe;
	recipe->parameters = options->parameters;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (!row->key || (!row->always && !options->given[id]))
			continue;
		struct parameter parameter = {.key = row->key, .number = table_value(options, row)};
		if (row->kind == KIND_FLAG)
			parameter.kind = PARAMETER_FLAG;
		if (row->kind == KIND_CHOICE) {
			parameter.kind = PARAMETER_NAME;
			parameter.name = row->choices((size_t)parameter.number).name;
		}
		options->parameters[recipe->parameter_count++] = parameter;
	}
}

bool options_read(struct options *options, int argc, char **argv)
{
	*options = (struct options){.style = STYLE_DEFAULT};
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);

	for (int i = 1; i < argc; i++)
		if (!unexpected_line_end(argv[i]))
			return false;
	struct syntax syntax = make_syntax();
	opterr = 0;
	enum option_id id = OPTION_NONE;
	const char *element = NULL;
	do {
		element = optind < argc ? argv[optind] : NULL;
		const char *next = element ? argv[optind + 1] : NULL;
		optarg = NULL; /* some C libraries leave it unchanged if there is no value */
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
		return strcmp(element, "--") == 0 ? unexpected_after_dashes(argv[optind])
						  : unexpected_argument(argv + optind, id);
	list_parameters(options);
	return true;
}
