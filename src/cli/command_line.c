/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "cli/messages.h"
#include "cli/suggest.h"
#include "cli/unknown_words.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

/* Returns the index of an option in the table. */
static enum option_id option_id_of(const struct option_row *row)
{
	return (enum option_id)(row - option_table);
}

/* Values. A value is NULL if it is missing. */

/* Reads a number that is in the range of the option. */
static bool read_number(const struct options *options, const struct option_row *row,
			const char *value, uint64_t *number)
{
	const char *end = value ? number_read(value, number) : NULL;
	const bool is_number = end && *end == '\0';
	if (is_number && row->value_min <= *number && *number <= row->value_max)
		return true;
	(void)refuse_option(options, option_id_of(row),
			    "must be a number from %" PRIu64 " to %" PRIu64, row->value_min,
			    row->value_max);
	/* "--width 80x45" gives the whole size of the map to one option. */
	const bool is_side_of_map = row == &option_table[OPTION_WIDTH] ||
				    row == &option_table[OPTION_HEIGHT];
	struct text guess = {.length = 0};
	if (value && is_side_of_map && add_size_guess(options->message, &guess, value))
		return advise(options->message, "did you mean %s?", guess.bytes);
	return false;
}

/* Rejects an option that needs names and comes without a value. */
static bool refuse_missing_name(const struct options *options, const struct option_row *row)
{
	struct text choices = {.length = 0};
	table_add_choices(&choices, row);
	return refuse_option(options, option_id_of(row), "requires a value: %s", choices.bytes);
}

/* Rejects a value because it contains an unknown name of `length` bytes. */
static bool refuse_name(const struct options *options, const struct option_row *row,
			const char *name, size_t length)
{
	struct text choices = {.length = 0};
	struct text guess = {.length = 0};
	table_add_choices(&choices, row);
	add_suggestion(&guess, row, name, length);
	(void)refuse_option(options, option_id_of(row), "unknown %s", row->noun);
	const bool is_one_name = guess.length > 0 && !strchr(guess.bytes, ' ');
	if (row->kind == KIND_CHOICE && is_one_name)
		suggest(options->message, row->name, "%s", guess.bytes);
	if (guess.length > 0)
		return advise(options->message, "choose %s; did you mean %s?", choices.bytes,
			      guess.bytes);
	return advise(options->message, "choose %s", choices.bytes);
}

/* Reads one name, and stores its number. */
static bool read_choice(const struct options *options, const struct option_row *row,
			const char *value, uint64_t *result)
{
	size_t index;
	if (!value)
		return refuse_missing_name(options, row);
	if (!table_find_choice(row, value, strlen(value), &index))
		return refuse_name(options, row, value, strlen(value));
	*result = row->stored_value + index;
	return true;
}

/* Reads "none", "all", or names that are separated by commas, and stores their bits. */
static bool read_list(const struct options *options, const struct option_row *row,
		      const char *value, uint64_t *bits)
{
	if (!value)
		return refuse_missing_name(options, row);
	*bits = 0;
	if (strcmp(value, "none") == 0)
		return true;
	if (strcmp(value, "all") == 0) {
		*bits = row->value_max;
		return true;
	}
	for (const char *name = value;; name++) {
		const size_t length = strcspn(name, ",");
		size_t index;
		if (!table_find_choice(row, name, length, &index))
			return refuse_name(options, row, name, length);
		*bits |= UINT64_C(1) << index;
		name += length;
		if (*name == '\0')
			return true;
	}
}

/*
 * Reads one condition of --where, such as "rooms=3..", up to its end or a comma, and narrows the
 * range of its measure. `length` is the length of the name.
 */
static bool read_condition(const struct options *options, const struct option_row *row,
			   const char *condition, size_t length, struct range *range)
{
	struct text measure = {.length = 0};
	text_add(&measure, "%.*s", (int)length, condition);
	const char *name = measure.bytes;
	const char *limits = condition + length;
	if (*limits == '=')
		limits++;
	if (!range_narrow(range, limits))
		return refuse_option(options, option_id_of(row),
				     "must contain a range with a limit, such as %s=9, %s=2.., "
				     "%s=..9 or %s=2..9",
				     name, name, name, name);
	if (range->min <= range->max)
		return true;
	(void)refuse_option(options, option_id_of(row),
			    "%s cannot be at least %" PRIu64 " and at most %" PRIu64, name,
			    range->min, range->max);
	return advise(options->message, "change one of the limits");
}

/* Reads conditions that are separated by commas, and stores the bits of their measures. */
static bool read_conditions(struct options *options, const struct option_row *row,
			    const char *value, uint64_t *measures)
{
	if (!value)
		return refuse_missing_name(options, row);
	*measures = 0;
	for (size_t i = 0; i < MEASURES; i++)
		options->where.ranges[i] = (struct range){0, UINT64_MAX};
	for (const char *condition = value;; condition++) {
		/* Also find the measure in "rooms>3", for a message about its range. */
		const size_t length = strcspn(condition, "=<>! ,");
		size_t measure;
		if (!table_find_choice(row, condition, length, &measure))
			return refuse_name(options, row, condition, length);
		struct range *range = &options->where.ranges[measure];
		if (!read_condition(options, row, condition, length, range))
			return false;
		*measures |= UINT64_C(1) << measure;
		condition += strcspn(condition, ",");
		if (*condition == '\0')
			return true;
	}
}

/* Checks the name of a file. */
static bool check_path(const struct options *options, const struct option_row *row,
		       const char *value)
{
	if (!value || *value == '\0')
		return refuse_option(options, option_id_of(row), "requires the name of a file");
	if (strncmp(value, "--", 2) == 0) {
		(void)refuse_option(options, option_id_of(row), "requires the name of a file");
		return advise(options->message, "for a file with this name, use ./%s",
			      excerpt(value));
	}
	return true;
}

/* Stores a path or a text as a pointer, and looks for faults in it. */
static bool read_string(struct options *options, const struct option_row *row, const char *value)
{
	void *field = (char *)options + row->field_offset;
	*(const char **)field = value;
	if (row->kind == KIND_PATH && !check_path(options, row, value))
		return false;
	if (row->find_fault)
		row->find_fault(value ? value : "", options->message);
	if (message_is_empty(options->message))
		return true;
	place_set_option(&options->message->place, row, value);
	return false;
}

/* Reads the value of a flag: none, except for --help=all and --help=json. */
static bool read_flag(const struct options *options, const struct option_row *row,
		      const char *value, uint64_t *result)
{
	*result = row->stored_value;
	if (!value)
		return true;
	if (row == &option_table[OPTION_HELP] && strcmp(value, "all") == 0) {
		*result = COMMAND_HELP_ALL;
		return true;
	}
	if (row == &option_table[OPTION_HELP] && strcmp(value, "json") == 0) {
		*result = COMMAND_HELP_JSON;
		return true;
	}
	(void)refuse_option(options, option_id_of(row), "cannot have a value");
	/* Until 0.5, the value of --compare was the file. */
	if (row == &option_table[OPTION_COMPARE])
		return advise(options->message, "write --compare %s", excerpt(value));
	return false;
}

/* Reads a value of any kind except a path or a text. Stores a number, an index, or bits. */
static bool read_numeric_value(struct options *options, const struct option_row *row,
			       const char *value, uint64_t *result)
{
	switch (row->kind) {
	case KIND_FLAG:
		return read_flag(options, row, value, result);
	case KIND_NUMBER:
		return read_number(options, row, value, result);
	case KIND_CHOICE:
		return read_choice(options, row, value, result);
	case KIND_LIST:
		return read_list(options, row, value, result);
	default: /* KIND_RANGES */
		return read_conditions(options, row, value, result);
	}
}

/* Forgets that a flag was given if this flag turns it off, or the other way around. */
static void forget_counterpart(struct options *options, const struct option_row *row)
{
	if (row->kind != KIND_FLAG)
		return;
	if (row->counterpart_of)
		options->given[row->counterpart_of] = NULL;
	for (int id = 0; id < OPTIONS; id++)
		if (option_table[id].counterpart_of == option_id_of(row))
			options->given[id] = NULL;
}

/* Reads the value of an option into its field. */
static bool read_value(struct options *options, const struct option_row *row, const char *value)
{
	uint64_t result = 0;
	options->given[option_id_of(row)] = row->argument ? value : "";
	forget_counterpart(options, row);
	if (row->kind == KIND_PATH || row->kind == KIND_TEXT)
		return read_string(options, row, value);
	if (!read_numeric_value(options, row, value, &result))
		return false;
	table_store(options, row, result);
	return true;
}

/* Elements of argv. */

/*
 * The syntax for getopt_long. It reports every long option as 0, because the name is looked up
 * afterwards.
 */
struct syntax {
	char letters[2 * OPTIONS + 3];
	struct option names[OPTIONS + 1];
};

static struct syntax make_syntax(void)
{
	/*
	 * getopt_long gets only elements that begin with a dash. "+" tells it not to look at the
	 * elements after them. ":" reports a missing value as ':' instead of '?'.
	 */
	struct syntax syntax = {.letters = "+:"};
	char *next_letter = syntax.letters + 2;
	for (int id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		syntax.names[id] = (struct option){row->name, row->argument != NULL, NULL, 0};
		if (row->letter)
			*next_letter++ = row->letter;
		if (row->letter && row->argument)
			*next_letter++ = ':';
	}
	return syntax;
}

/* Finds the long option in an element: "--name" or "--name=value". Sets *value after a "=". */
static const struct option_row *find_long_option(const char *element, const char **value)
{
	const char *name = element + 2;
	const size_t length = strcspn(name, "=");
	if (name[length] == '=')
		*value = name + length + 1;
	return table_find(name, length);
}

/*
 * Finds the option of the letter that getopt_long is at: 'w' in "-qw80". `found` is what
 * getopt_long returned.
 */
static const struct option_row *find_letter_option(const char *element, int found)
{
	const struct option_row *row = NULL;
	if (found == ':')
		row = table_find_letter((char)optopt);
	else if (found != '?')
		row = table_find_letter((char)found);
	if (!row)
		return NULL;
	/* "-help" is -h, which ends the command line before the other letters. */
	if (row->acts_at_once)
		return row;
	/* "-seed 42" would be -s with the value "eed". */
	return is_long_name_with_one_dash(element) ? NULL : row;
}

/*
 * Reads the option that getopt_long found in an element: "--name", "--name=value", "--name value",
 * or a letter of "-q", "-qs42" or "-qs 42". `found` is what getopt_long returned. The next element
 * may be NULL. Returns the option, or NULL if it is rejected.
 */
static const struct option_row *read_element(struct options *options, int found,
					     const char *element, const char *next_element)
{
	const struct option_row *row;
	const char *value = optarg;
	/*
	 * Look up the name of a long option again, because getopt_long accepts abbreviations, and
	 * does not return the value of a flag.
	 */
	if (element[1] == '-')
		row = find_long_option(element, &value);
	else
		row = find_letter_option(element, found);
	if (!row) {
		(void)refuse_unknown_option(options, element, next_element);
		return NULL;
	}
	return read_value(options, row, value) ? row : NULL;
}

/* Returns whether an element of argv is a FILE. The others begin with a dash. */
static bool is_file(const char *element)
{
	return element[0] != '-' || element[1] == '\0';
}

/*
 * Reads all elements, or the elements up to an option that acts at once. Moves the FILEs to the
 * start of argv.
 */
static bool read_elements(struct options *options, int argc, char **argv)
{
	const struct syntax syntax = make_syntax();
	bool has_ended = false; /* "--" ends the options */
	opterr = 0;
	options->files = argv;
	while (optind < argc) {
		/* getopt_long stays at an element such as "-qs42" until its last letter. */
		char *element = argv[optind];
		if (has_ended || is_file(element)) {
			if (!has_ended && refuse_word(options, element))
				return false;
			argv[options->file_count++] = element;
			optind++;
			continue;
		}
		const char *next = argv[optind + 1];
		optarg = NULL; /* without a value, some C libraries leave it unchanged */
		const int found = getopt_long(argc, argv, syntax.letters, syntax.names, NULL);
		has_ended = found == -1;
		if (has_ended)
			continue;
		const struct option_row *row = read_element(options, found, element, next);
		if (!row)
			return false;
		if (row->acts_at_once) {
			/* --output before --help has no effect. */
			options->output = NULL;
			return true;
		}
	}
	return true;
}

/*
 * Rejects a word that ends in a carriage return, because the script that runs dungen has the line
 * ends of Windows. Removes the carriage return from argv, so that the error can point to the word.
 */
static bool check_carriage_return(const struct options *options, char *word)
{
	struct message *message = options->message;
	const size_t length = strlen(word);
	if (length == 0 || word[length - 1] != '\r')
		return true;
	word[length - 1] = '\0';
	message->place.word = word;
	fail(message, STATUS_USAGE, "unexpected carriage return after this word");
	return advise(message, "remove the Windows line endings from the script: sed 's/\\r$//'");
}

/* Returns whether an option with this field was given. --doors and --no-doors share their field. */
static bool is_field_given(const struct options *options, size_t field_offset)
{
	for (int id = 0; id < OPTIONS; id++)
		if (options->given[id] && option_table[id].field_offset == field_offset)
			return true;
	return false;
}

/*
 * Sets the options of the preset, except fields that the command line has set. Formats without an
 * option about looks ignore it in a preset, so these options do not become given.
 */
static void apply_preset(struct options *options)
{
	const char *const *word = preset_table[options->preset_index].words;
	while (*word) {
		const char *name = *word++ + strlen("--");
		const struct option_row *row = table_find(name, strlen(name));
		const char *value = NULL;
		if (row->argument)
			value = *word++;
		if (is_field_given(options, row->field_offset))
			continue;
		(void)read_value(options, row, value);
		if (row->look)
			options->given[option_id_of(row)] = NULL;
	}
}

/* Sets the defaults, which are zero for most fields. */
static void set_defaults(struct options *options)
{
	options->style.tileset = option_table[OPTION_TILESET].default_text;
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);
}

bool command_line_read(struct options *options, int argc, char **argv, struct message *message)
{
	message_clear(message);
	*options = (struct options){.message = message};
	set_defaults(options);
	for (int i = 1; i < argc; i++) {
		if (!check_carriage_return(options, argv[i]))
			return false;
	}
	if (!read_elements(options, argc, argv))
		return false;
	apply_preset(options);
	return true;
}
