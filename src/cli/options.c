/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "cli/mistakes.h"
#include "cli/table.h"
#include "cli/value.h"

#include <string.h>

/* How far the command line is read. */
struct reader {
	struct options *options;
	char *const *next;   /* the next element */
	enum option_id last; /* the option read last; OPTION_NONE: none yet */
};

/* Reads the value of an option, NULL if it has none. Each of these returns false after a message. */
static bool read_value(struct reader *reader, enum option_id id, const char *value)
{
	reader->last = id;
	reader->options->given[id] = true;
	return value_read(reader->options, &option_table[id], value);
}

/* Reads "--name" or "--name=value". */
static bool read_name(struct reader *reader)
{
	const char *element = *reader->next++, *name = element + 2, *value = NULL;
	size_t length = strcspn(name, "=");
	enum option_id id = table_find(name, length);
	if (id == OPTION_NONE)
		return unknown_option(element);
	if (name[length])
		value = name + length + 1;
	else if (option_table[id].argument && *reader->next)
		value = *reader->next++;
	return read_value(reader, id, value);
}

/* Reads letters, such as "-qs" or "-s42". */
static bool read_letters(struct reader *reader)
{
	const char *element = *reader->next++, *after = *reader->next;
	for (const char *letter = element + 1; *letter; letter++) {
		enum option_id id = table_find_letter(*letter);
		const char *value = NULL;
		if (id != OPTION_NONE && option_table[id].argument)
			value = letter[1] ? letter + 1 : after;
		if (!check_letter(element, letter, after) || !read_value(reader, id, value))
			return false;
		if (value && value == after)
			reader->next++;
		if (value || option_table[id].at_once)
			break;
	}
	return true;
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
	*options = (struct options){.style.tileset = option_table[OPTION_TILESET].default_text};
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);

	for (int i = 1; i < argc; i++)
		if (!unexpected_line_end(argv[i]))
			return false;
	struct reader reader = {options, argv + (argc > 0), OPTION_NONE};
	const char *element;
	while ((element = *reader.next) && element[0] == '-' && element[1] && strcmp(element, "--") != 0) {
		if (element[1] == '-' ? !read_name(&reader) : !read_letters(&reader))
			return false;
		if (option_table[reader.last].at_once) {
			options->output = NULL;
			return true;
		}
	}
	if (element && strcmp(element, "--") != 0)
		return unexpected_argument(reader.next, reader.last);
	if (element && reader.next[1])
		return unexpected_after_dashes(reader.next[1]);
	list_parameters(options);
	return true;
}
