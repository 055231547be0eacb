/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "cli/messages.h"
#include "cli/mistakes.h"
#include "cli/suggest.h"

#include <inttypes.h>
#include <string.h>

/* A reader for each kind of value, NULL if none was given. Each returns false after a message if the value is wrong. */

/* The option as given, for a message. */
static const char *spelled(const struct option_row *row, const char *value)
{
	return value ? phrase("--%s %s", row->name, excerpt(value)) : phrase("--%s", row->name);
}

static bool read_flag(const struct option_row *row, const char *value, uint64_t *result)
{
	*result = row->value;
	if (!value)
		return true;
	/* For programs, and not in --help. */
	if (row == &option_table[OPTION_HELP] && strcmp(value, "json") == 0) {
		*result = COMMAND_HELP_JSON;
		return true;
	}
	return refuse("--%s: takes no value", row->name);
}

static bool read_number(const struct option_row *row, const char *value, uint64_t *result)
{
	const char *end = value ? number_read(value, result) : NULL;
	if (end && !*end && *result >= row->lowest && *result <= row->highest)
		return true;
	return refuse("%s: takes a number from %" PRIu64 " to %" PRIu64, spelled(row, value), row->lowest,
		      row->highest);
}

/* Refuses a missing value or an unknown name. */
static bool refuse_choice(const struct option_row *row, const char *value, const char *name, size_t length)
{
	const char *guess = "", *near = suggest(row, name, length);
	if (*near)
		guess = phrase("; did you mean %s?", near);
	else if (row == &option_table[OPTION_FORMAT] && value && table_is_picture(value))
		guess = phrase("; for a picture choose %s", names_join(table_formats(0, true), ""));
	return refuse("%s: %schoose %s%s", spelled(row, value), value ? phrase("unknown %s; ", row->noun) : "",
		      table_choices(row), guess);
}

static bool read_choice(const struct option_row *row, const char *value, uint64_t *result)
{
	size_t index, length = value ? strlen(value) : 0;
	if (!value || !table_find_choice(row, value, length, &index))
		return refuse_choice(row, value, value, length);
	*result = row->value + index;
	return true;
}

/* The condition that "loops>=2" stands for; empty if it stands for none. */
static const char *meant_condition(const char *name, size_t length)
{
	static const struct {
		const char *sign, *before, *after;
	} signs[] = {{">=", "", ".."}, {"<=", "..", ""}, {"==", "", ""}, {">", "", ".."}, {"<", "..", ""}};
	uint64_t number;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		const char *sign = signs[i].sign, *after = name + length + strlen(sign);
		if (strncmp(name + length, sign, strlen(sign)) != 0 || !number_read(after, &number))
			continue;
		if (strcmp(sign, ">") == 0)
			number += number < UINT64_MAX;
		if (strcmp(sign, "<") == 0)
			number -= number > 0;
		return phrase("%.*s=%s%" PRIu64 "%s", (int)length, name, signs[i].before, number, signs[i].after);
	}
	return "";
}

/* Narrows the range of a measure, whose name has `length` bytes, to that of the condition. */
static bool read_condition(const struct option_row *row, const char *value, const char *name, size_t length,
			   struct range *range)
{
	const char *meant = meant_condition(name, length), *own = phrase("%.*s", (int)length, name);
	if (*meant)
		return refuse("%s: did you mean %s?", spelled(row, value), meant);
	if (!range_narrow(range, name + length + (name[length] == '=')))
		return refuse("%s: takes a range, such as %s=9, %s=2.., %s=..9 or %s=2..9", spelled(row, value), own,
			      own, own, own);
	return range->least <= range->most ||
	       refuse("%s: no map has %s of at least %" PRIu64 " and at most %" PRIu64 "; change one of them",
		      spelled(row, value), own, range->least, range->most);
}

/* Of a list or of ranges. */
static bool read_names(struct options *options, const struct option_row *row, const char *value, uint64_t *result)
{
	const bool ranges = row->kind == KIND_RANGES;
	*result = 0;
	if (!ranges && value && strcmp(value, "none") == 0)
		return true;
	if (!ranges && value && strcmp(value, "all") == 0) {
		for (size_t i = 0; row->choices(i).name; i++)
			*result |= UINT64_C(1) << i;
		return true;
	}
	for (const char *name = value;; name++) {
		size_t index, length = name ? strcspn(name, ranges ? "=<>! ," : ",") : 0;
		if (!name || !table_find_choice(row, name, length, &index))
			return refuse_choice(row, value, name, length);
		if (ranges && !(*result >> index & 1))
			options->where.range[index] = (struct range){0, UINT64_MAX};
		if (ranges && !read_condition(row, value, name, length, &options->where.range[index]))
			return false;
		*result |= UINT64_C(1) << index;
		name += strcspn(name, ",");
		if (!*name)
			return true;
	}
}

static bool read_text(const struct option_row *row, const char *value)
{
	const char *fault = NULL;
	if (row->kind == KIND_PATH && (!value || !*value))
		fault = "takes the name of a file";
	else if (!value)
		fault = "needs a value; see dungen --help";
	else if (row->kind == KIND_PATH && strncmp(value, "--", 2) == 0)
		fault = phrase("takes the name of a file; for a file of this name, ./%s", excerpt(value));
	else if (row->fault)
		fault = row->fault(value);
	return !fault || refuse("%s: %s", spelled(row, value), fault);
}

/* Reads an option's value, NULL if none was given, into its field. Paths and texts are kept as pointers. */
static bool read_value(struct options *options, const struct option_row *row, const char *value)
{
	options->given[row - option_table] = true;
	if (row->kind == KIND_PATH || row->kind == KIND_TEXT) {
		void *field = (char *)options + row->offset;
		*(const char **)field = value;
		return read_text(row, value);
	}
	uint64_t number;
	bool right = row->kind == KIND_FLAG     ? read_flag(row, value, &number)
		     : row->kind == KIND_NUMBER ? read_number(row, value, &number)
		     : row->kind == KIND_CHOICE ? read_choice(row, value, &number)
						: read_names(options, row, value, &number);
	if (right)
		table_store(options, row, number);
	return right;
}

/*
 * Each reads the options of an element, and takes the value of the last from *next, the rest of the command line, if it
 * is not in the element. Returns the last option, or NULL after a message if one is wrong.
 */

/* "--name", "--name=value" or "--name value" */
static const struct option_row *read_long(struct options *options, const char *element, char ***next)
{
	const char *name = element + 2;
	size_t length = strcspn(name, "=");
	const struct option_row *row = table_find(name, length);
	if (!row) {
		unknown_option(element, **next);
		return NULL;
	}
	const char *value = name[length] ? name + length + 1 : NULL;
	if (row->argument && !value && **next)
		value = *(*next)++;
	return read_value(options, row, value) ? row : NULL;
}

/* "-q", "-qs42" or "-qs 42" */
static const struct option_row *read_letters(struct options *options, const char *element, char ***next)
{
	for (const char *letter = element + 1;; letter++) {
		const struct option_row *row = table_find_letter(*letter);
		const char *value = row && row->argument && letter[1] ? letter + 1 : NULL;
		if (!row)
			unknown_letter(element, letter);
		if (!row || mistaken_letter(element, letter, row, **next))
			return NULL;
		if (row->argument && !value && **next)
			value = *(*next)++;
		if (!read_value(options, row, value))
			return NULL;
		if (row->argument || row->at_once || !letter[1])
			return row;
	}
}

/* Whether the option, or another one for the same field, is on the command line. */
static bool is_given(const struct options *options, const struct option_row *row)
{
	for (int id = 0; id < OPTION_NONE; id++)
		if (options->given[id] && option_table[id].offset == row->offset)
			return true;
	return false;
}

/* Sets the options of the preset that are not on the command line. */
static void apply_preset(struct options *options)
{
	for (const char *const *word = preset_table[options->preset].words; *word; word++) {
		const struct option_row *row = table_find(*word + 2, strlen(*word + 2));
		const char *value = row->argument ? *++word : NULL;
		if (is_given(options, row))
			continue;
		(void)read_value(options, row, value);
		/* About looks a preset only proposes: a format without such an option is not refused. */
		options->given[row - option_table] = !row->style;
	}
}

bool command_line_read(struct options *options, char **words)
{
	*options = (struct options){.style.tileset = option_table[OPTION_TILESET].default_text};
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);
	for (char **word = words; *word; word++)
		if (mistaken_line_end(*word))
			return false;

	const struct option_row *row = NULL;
	for (char **next = words; *next;) {
		const char *element = *next++;
		if (strcmp(element, "--") == 0 && *next)
			return refuse("%s: not an option; it comes after --", excerpt(*next));
		if (strcmp(element, "--") == 0)
			break;
		if (element[0] != '-' || !element[1]) {
			unexpected_argument((const char *const *)next - 1, row);
			return false;
		}
		row = element[1] == '-' ? read_long(options, element, &next) : read_letters(options, element, &next);
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
