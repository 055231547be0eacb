/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "cli/constraints.h"
#include "cli/messages.h"
#include "cli/nearest.h"
#include "cli/number.h"
#include "cli/phrase.h"
#include "cli/table.h"
#include "cli/unknown.h"

#include <inttypes.h>
#include <string.h>

/* A value by kind. It is NULL where it is missing, or where a flag stands alone. False, with a message, when it is
 * wrong. */

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

static bool read_choice(struct options *options, enum option_id id, const char *value)
{
	const struct option_row *row = &option_table[id];
	for (size_t i = 0; value && row->choices(i).name; i++)
		if (strcmp(row->choices(i).name, value) == 0) {
			options->number[id] = i;
			return true;
		}
	struct phrase why = {""};
	if (value)
		phrase_add(&why, "unknown %s; ", row->noun);
	phrase_add(&why, "choose %s", table_choices(row).text);
	struct names near = nearest(row->choices, value ? value : "", value ? strlen(value) : 0);
	if (near.count > 0)
		phrase_add(&why, "; did you mean %s?", names_join(&near, "").text);
	message("%s: %s", spelled(id, value).text, why.text);
	return false;
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

/* One option, where it stands. */
static bool read_option(struct options *options, enum option_id id, const char *value)
{
	static bool (*const read_kind[KINDS])(struct options *, enum option_id, const char *) = {
		[KIND_FLAG] = read_flag, [KIND_NUMBER] = read_number, [KIND_CHOICE] = read_choice,
		[KIND_PATH] = read_path, [KIND_TEXT] = read_text,
	};
	const struct option_row *row = &option_table[id];
	if (!read_kind[row->kind](options, id, value) || (row->accept && !row->accept(options, value)))
		return false;
	options->given[id] = true;
	options->action = row->action;
	return true;
}

/* The elements of the command line; `next` moves past those that have been read. */

/* The value of an option that takes one and whose own element does not have it. NULL: there is none. */
static const char *next_value(char ***next)
{
	return **next ? *(*next)++ : NULL;
}

/* "--name", "--name=value", or "--name" and its value as the next element. */
static bool read_long(struct options *options, const char *element, char ***next)
{
	enum option_id id = table_find(element + 2);
	if (id == OPTION_NONE)
		return unknown_option(element);
	const char *value = strchr(element, '=');
	if (value)
		value++;
	else if (option_table[id].argument)
		value = next_value(next);
	return read_option(options, id, value);
}

/* "-abc": flags, until one takes a value, which is the rest of the element or the next one. */
static bool read_short(struct options *options, const char *element, char ***next)
{
	/* "-seed 42" would be read as the letters s, e, e, d: the value of -s. An -h that -help begins with means just
	 * that. */
	enum option_id meant = table_find(element + 1);
	if (meant != OPTION_NONE && !(option_table[meant].action && option_table[meant].letter == element[1]))
		return unknown_single_dash(element);
	for (const char *letter = element + 1; *letter && !options->action; letter++) {
		enum option_id id = table_find_letter(*letter);
		if (id == OPTION_NONE)
			return unknown_letter(element, letter);
		if (!option_table[id].argument) {
			if (!read_option(options, id, NULL))
				return false;
			continue;
		}
		return read_option(options, id, letter[1] ? letter + 1 : next_value(next));
	}
	return true;
}

bool options_read(struct options *options, int argc, char **argv)
{
	*options = (struct options){.style = STYLE_DEFAULT};
	for (int id = 0; id < OPTION_NONE; id++)
		options->number[id] = option_table[id].standard;

	char **next = argv + (argc > 0);
	while (*next && !options->action) {
		const char *element = *next++;
		bool dash = element[0] == '-', good;
		if (strcmp(element, "--") == 0)
			return *next ? unknown_after_dashes(*next) : constraints_check(options);
		if (dash && element[1] == '-')
			good = read_long(options, element, &next);
		else if (dash && element[1])
			good = read_short(options, element, &next);
		else
			good = unknown_argument(element, *next);
		if (!good)
			return false;
	}
	if (!options->action)
		return constraints_check(options);
	options->output = NULL;
	return true;
}

struct recipe options_recipe(const struct options *options)
{
	/* Every number but seed and count is below 2^31. */
	const uint64_t *number = options->number;
	return (struct recipe){
		.width = (uint32_t)number[OPTION_WIDTH],
		.height = (uint32_t)number[OPTION_HEIGHT],
		.max_rooms = (uint32_t)number[OPTION_MAX_ROOMS],
		.room_min = (uint32_t)number[OPTION_ROOM_MIN],
		.room_max = (uint32_t)number[OPTION_ROOM_MAX],
	};
}
