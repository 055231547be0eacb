/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "cli/messages.h"
#include "cli/mistakes.h"
#include "cli/presets.h"
#include "cli/suggest.h"

#include <inttypes.h>
#include <string.h>

/* A reader for each kind of value, NULL if none was given. Each returns false after a message if the value is wrong. */

/* The option as given, for a message. */
static struct phrase spelled(const struct option_row *row, const char *value)
{
	struct phrase phrase = {""};
	phrase_add(&phrase, "--%s", row->name);
	if (value)
		phrase_add(&phrase, " %s", *value ? excerpt(value).text : "''");
	return phrase;
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
	return refuse("%s: takes a number from %" PRIu64 " to %" PRIu64, spelled(row, value).text, row->lowest,
		      row->highest);
}

/* Refuses a missing value or an unknown name. */
static bool refuse_choice(const struct option_row *row, const char *value, const char *name, size_t length)
{
	struct phrase why = {""}, guess = {""};
	if (value)
		phrase_add(&why, "unknown %s; ", row->noun);
	struct names near = suggest(row, name, length);
	if (near.count > 0)
		phrase_add(&guess, "; did you mean %s?", names_join(near, "").text);
	else if (row == &option_table[OPTION_FORMAT] && value && table_is_picture(value))
		phrase_add(&guess, "; for a picture choose %s", names_join(table_pictures(), "").text);
	return refuse("%s: %schoose %s%s", spelled(row, value).text, why.text, table_choices(row).text, guess.text);
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

/* Not inlined: its messages would add pages to the stack of every run. */
static __attribute__((noinline)) bool read_text(const struct option_row *row, const char *value)
{
	const char *fault = NULL;
	if (row->kind == KIND_PATH && (!value || !*value))
		fault = "takes the name of a file";
	else if (!value)
		fault = "needs a value; see dungen --help";
	else if (row->kind == KIND_PATH && strncmp(value, "--", 2) == 0)
		return refuse("%s: takes the name of a file; for a file of this name, ./%s", spelled(row, value).text,
			      excerpt(value).text);
	else if (row->fault)
		fault = row->fault(value);
	if (!fault)
		return true;
	return refuse("%s: %s", spelled(row, value).text, fault);
}

/* Reads an option's value, NULL if none was given, into its field. Paths and texts are kept as pointers. */
static bool read_value(struct options *options, const struct option_row *row, const char *value)
{
	static bool (*const readers[])(const struct option_row *, const char *, uint64_t *) = {
		[KIND_FLAG] = read_flag,
		[KIND_NUMBER] = read_number,
		[KIND_CHOICE] = read_choice,
		[KIND_LIST] = read_list,
	};
	options->given[row - option_table] = true;
	if (row->kind == KIND_PATH || row->kind == KIND_TEXT) {
		void *field = (char *)options + row->offset;
		*(const char **)field = value;
		return read_text(row, value);
	}
	uint64_t number;
	if (!readers[row->kind](row, value, &number))
		return false;
	table_store(options, row, number);
	return true;
}

/* The command line and how far it has been read. */
struct arguments {
	struct options *options;
	const char *const *next; /* ends in NULL */
};

/* Returns the next element and moves past it, or returns NULL at the end. */
static const char *take(struct arguments *arguments)
{
	return *arguments->next ? *arguments->next++ : NULL;
}

/* Each reads the next element, an option, and its value. Returns the option, or NULL after a message if it is wrong. */

/* "--name", "--name=value" or "--name value". */
static const struct option_row *read_long(struct arguments *arguments)
{
	const char *element = take(arguments), *name = element + 2;
	size_t length = strcspn(name, "=");
	const struct option_row *row = table_find(name, length);
	if (!row) {
		unknown_option(element, *arguments->next);
		return NULL;
	}
	const char *value = name[length] ? name + length + 1 : row->argument ? take(arguments) : NULL;
	return read_value(arguments->options, row, value) ? row : NULL;
}

/* One letter or several, "-q", "-qs42" or "-qs 42". Returns the last option. */
static const struct option_row *read_letters(struct arguments *arguments)
{
	const char *element = take(arguments), *letter = element;
	const struct option_row *row;
	do {
		row = table_find_letter(*++letter);
		if (!row)
			unknown_letter(element, letter);
		if (!row || mistaken_letter(element, letter, row, *arguments->next))
			return NULL;
		const char *value = !row->argument ? NULL : letter[1] ? letter + 1 : take(arguments);
		if (!read_value(arguments->options, row, value))
			return NULL;
	} while (!row->argument && !row->at_once && letter[1]);
	return row;
}

static void set_defaults(struct options *options)
{
	*options = (struct options){.style.tileset = option_table[OPTION_TILESET].default_text};
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);
}

/* Reads all elements, up to an option that acts at once. Returns false after a message if one is wrong. */
static bool read_all(struct options *options, const char *const *elements)
{
	struct arguments arguments = {options, elements};
	const struct option_row *row = NULL;
	/* "-" alone is no option, and "--" ends them. */
	for (const char *at; (at = *arguments.next) && at[0] == '-' && at[1] && strcmp(at, "--") != 0;) {
		row = at[1] == '-' ? read_long(&arguments) : read_letters(&arguments);
		if (!row)
			return false;
		if (row->at_once) {
			options->output = NULL;
			return true;
		}
	}
	bool dashes = *arguments.next && strcmp(*arguments.next, "--") == 0;
	arguments.next += dashes;
	if (!*arguments.next)
		return true;
	if (dashes)
		unexpected_after_dashes(*arguments.next);
	else
		unexpected_argument(arguments.next, row);
	return false;
}

/* Reads the options of the preset, and then the command line again, so that its options win wherever they stand. */
static void apply_preset(struct options *options, const char *const *elements)
{
	bool typed[OPTION_NONE];
	memcpy(typed, options->given, sizeof typed);
	const char *const *words = preset_table[options->preset].words;
	set_defaults(options);
	(void)read_all(options, words);
	(void)read_all(options, elements);
	/* About looks a preset only proposes: a format without such an option is not refused. */
	for (int id = 0; id < OPTION_NONE; id++)
		if (option_table[id].style)
			options->given[id] = typed[id];
}

bool command_line_read(struct options *options, int argc, char **argv)
{
	const char *const *elements = (const char *const *)argv + (argc > 0);
	for (const char *const *element = elements; *element; element++)
		if (mistaken_line_end(*element))
			return false;
	set_defaults(options);
	if (!read_all(options, elements))
		return false;
	apply_preset(options, elements);
	return true;
}
