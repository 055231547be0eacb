/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "base/number.h"
#include "cli/suggest.h"
#include "system/system.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

enum { CHOICES_SHOWN_MAX = 7 }; /* how many names a message lists */

/* Values. The place of the message is already the option. A value is NULL if it is missing. */

/*
 * Reads a number that the option accepts, or a range such as 14..32. The end of a number is 0.
 * Leaves *number unchanged for a word.
 */
static bool read_number(struct message *message, const struct option_row *row, const char *value,
			uint64_t *number, uint64_t *end)
{
	const char *rest = value ? number_read(value, number) : NULL;
	bool is_right = rest && table_accepts(row, *number);
	bool is_reversed = false;
	if (is_right && row->end_offset > 0 && strncmp(rest, "..", 2) == 0) {
		rest = number_read(rest + 2, end);
		is_right = rest && table_accepts(row, *end);
		is_reversed = is_right && *end < *number;
	}
	if (is_right && *rest == '\0' && !is_reversed)
		return true;
	if (row->accepts_words && seed_is_word(value))
		return true;
	fail(message, STATUS_USAGE, "must be a number from %" PRIu64 " to %" PRIu64, row->value_min,
	     row->value_max);
	if (row->accepts_words)
		text_add(&message->problem, ", or a word");
	if (row->end_offset > 0)
		text_add(&message->problem, ", or a range such as 14..32");
	if (is_reversed && *rest == '\0') {
		advise(message, "did you mean %" PRIu64 "..%" PRIu64 "?", *end, *number);
		suggest(message, row->name, "%" PRIu64 "..%" PRIu64, *end, *number);
	}
	return false;
}

/* Rejects a name of `length` bytes, which may be NULL, and says which names there are. */
static bool refuse_name(struct message *message, const struct option_row *row, const char *name,
			size_t length)
{
	if (!name)
		fail(message, STATUS_USAGE, "requires a value");
	else
		fail(message, STATUS_USAGE, "unknown %s", row->noun);
	if (name && suggest_name(message, row, name, length))
		return false;
	/* The names of measures need explanations. */
	const struct names names = table_names(row);
	if (names.count > CHOICES_SHOWN_MAX && row != &option_table[OPTION_FORMAT])
		return advise(message, "see dungen --help=all");
	struct text list = {.length = 0};
	names_join(&list, &names, "");
	if (row == &option_table[OPTION_SPAWN])
		return advise(message, "choose %s, or a tile such as 40,22", list.bytes);
	return advise(message, "choose %s", list.bytes);
}

/* Reads the tile of --spawn X,Y. If the value is anything else, the spawn has no tile. */
static bool read_spawn_tile(struct recipe *recipe, const char *value)
{
	uint64_t x = 0;
	uint64_t y = 0;
	const char *end = value ? number_read(value, &x) : NULL;
	if (end && *end == ',')
		end = number_read(end + 1, &y);
	else
		end = NULL;
	const bool is_tile = end && *end == '\0' && x <= INT32_MAX && y <= INT32_MAX;
	recipe->spawn_x = is_tile ? (uint32_t)x : 0;
	recipe->spawn_y = is_tile ? (uint32_t)y : 0;
	return is_tile;
}

/*
 * Reads names, separated by commas, and stores their bits. A list can also be "none" or "all". In
 * ranges, a condition follows each name, and adds to the conditions of earlier options.
 */
static bool read_names(struct options *options, const struct option_row *row, const char *value,
		       uint64_t *bits)
{
	const bool has_ranges = row->kind == KIND_RANGES;
	*bits = has_ranges ? options->where.conditions : 0;
	if (!value)
		return refuse_name(options->message, row, NULL, 0);
	if (!has_ranges && strcmp(value, "none") == 0)
		return true;
	if (!has_ranges && strcmp(value, "all") == 0) {
		*bits = row->value_max;
		return true;
	}
	for (const char *name = value;; name++) {
		/* Also find the measure in "rooms>3", for a message about its range. */
		const size_t length = strcspn(name, has_ranges ? "=<>! ," : ",");
		size_t index;
		if (!table_find_choice(row, name, length, &index))
			return refuse_name(options->message, row, name, length);
		const uint64_t bit = UINT64_C(1) << index;
		if (has_ranges) {
			struct range *range = &options->where.ranges[index];
			const char *measure = measure_names[index];
			if (!(*bits & bit))
				*range = (struct range){0, UINT64_MAX};
			/* After another character, there is no range: "rooms>3" */
			if (!range_narrow(range, name + length + (name[length] == '=')))
				return fail(options->message, STATUS_USAGE,
					    "must contain a range with a limit, such as %s=9, "
					    "%s=2.., %s=..9 or %s=2..9",
					    measure, measure, measure, measure);
			if (range->min > range->max)
				return fail(options->message, STATUS_USAGE,
					    "%s cannot be at least %" PRIu64
					    " and at most %" PRIu64,
					    measure, range->min, range->max);
		}
		*bits |= bit;
		name += strcspn(name, ",");
		if (*name == '\0')
			return true;
	}
}

/* Adds an --output to the targets, unless it is there already. */
static bool add_target(struct options *options, const char *path)
{
	for (size_t i = 0; i < options->target_count; i++)
		if (strcmp(options->targets[i].path, path) == 0)
			return true;
	if (options->target_count == TARGETS_MAX)
		return fail(options->message, STATUS_USAGE, "can be given at most %d times",
			    TARGETS_MAX);
	options->targets[options->target_count++].path = path;
	return true;
}

/* Reads the value of an option into its field. */
static bool read_value(struct options *options, const struct option_row *row, const char *value)
{
	struct message *message = options->message;
	void *field = (char *)options + row->field_offset;
	uint64_t result = row->stored_value;
	uint64_t end = 0;
	size_t index = 0;
	place_set_option(&message->place, row, value);
	options->given[row - option_table] = row->argument ? value : "";
	switch (row->kind) {
	case KIND_FLAG:
		if (!value)
			break;
		if (!row->choices)
			return fail(message, STATUS_USAGE, "cannot have a value");
		if (!table_find_choice(row, value, strlen(value), &index))
			return refuse_name(message, row, value, strlen(value));
		result += 1 + index;
		break;
	case KIND_NUMBER:
		if (!read_number(message, row, value, &result, &end))
			return false;
		break;
	case KIND_CHOICE:
		if (row == &option_table[OPTION_SPAWN] && read_spawn_tile(&options->recipe, value))
			break;
		if (!value || !table_find_choice(row, value, strlen(value), &index))
			return refuse_name(message, row, value, value ? strlen(value) : 0);
		result += index;
		break;
	case KIND_LIST:
	case KIND_RANGES:
		if (!read_names(options, row, value, &result))
			return false;
		break;
	case KIND_PATH:
		/* A forgotten name would make the next option the name. */
		if (!value || *value == '\0' || strncmp(value, "--", 2) == 0)
			return fail(message, STATUS_USAGE, "requires the name of a file");
		/* fall through */
	case KIND_TEXT:
		*(const char **)field = value;
		if (row->find_fault)
			row->find_fault(value ? value : "", message);
		if (!message_is_empty(message))
			return false;
		return row != &option_table[OPTION_OUTPUT] || !value || add_target(options, value);
	}
	table_store(options, row, result);
	table_store_end(options, row, end);
	return true;
}

/* Elements of argv. */

/* Rejects an element that begins with a dash and is not an option. */
static bool refuse_unknown_option(struct message *message, const char *element)
{
	const char *word = element + strspn(element, "-");
	const size_t length = strcspn(word, "=");
	message->place = (struct place){.word = element};
	fail(message, STATUS_USAGE, "unknown option");
	if (suggest_name(message, NULL, word, length) || suggest_meaning(message, word))
		return false;
	return advise(message, "see dungen --help=all");
}

/*
 * Rejects a FILE without a name, and a FILE that does not exist if its name has another meaning,
 * such as a size. Other files that do not exist are rejected when they are opened.
 */
static bool check_file(struct message *message, const char *word)
{
	message->place = (struct place){.word = word};
	if (*word == '\0')
		return fail(message, STATUS_USAGE, "is not a file");
	if (suggest_meaning(message, word) && !system_exists(word))
		return fail(message, STATUS_USAGE, "is not a file");
	message_clear(message);
	return true;
}

/* The options as getopt_long knows them. It returns 0 for every long option. */
struct syntax {
	char letters[2 * OPTIONS + 3];
	struct option names[OPTIONS + 1];
};

static struct syntax make_syntax(void)
{
	/* "+": do not look beyond the next word. ":": return ':' if a value is missing. */
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

/*
 * Reads all words, or the words up to an option that acts at once. Moves the FILEs to the start of
 * argv.
 */
static bool read_words(struct options *options, int argc, char **argv)
{
	const struct syntax syntax = make_syntax();
	bool has_ended = false; /* "--" ends the options */
	opterr = 0;
	options->files = argv;
	while (optind < argc) {
		/* getopt_long stays at a word such as "-qs42" until its last letter. */
		char *word = argv[optind];
		if (has_ended || word[0] != '-' || word[1] == '\0') {
			if (!has_ended && !check_file(options->message, word))
				return false;
			argv[options->file_count++] = word;
			optind++;
			continue;
		}
		optarg = NULL; /* some C libraries leave it unchanged if there is no value */
		const int found = getopt_long(argc, argv, syntax.letters, syntax.names, NULL);
		has_ended = found == -1;
		if (has_ended)
			continue;

		/* Look up the name again, because getopt_long also accepts a part of it. */
		const bool is_long = word[1] == '-';
		char *name = is_long ? word + 2 : word + 1;
		const size_t length = strcspn(name, "=");
		const struct option_row *named_row = table_find(name, length);
		const struct option_row *row = named_row;
		if (!is_long) {
			row = table_find_letter((char)(found == ':' ? optopt : found));
			/* "-seed 42" would be -s with the value "eed". "-help" is -h. */
			if (row && named_row && !row->acts_at_once)
				row = NULL;
		} else if (name[length] == '=') {
			optarg = name + length + 1; /* also for a flag, which rejects it */
		}
		if (!row)
			return refuse_unknown_option(options->message, word);
		if (!read_value(options, row, optarg))
			return false;
		if (row->acts_at_once) {
			/* --output before --help has no effect. */
			options->target_count = 0;
			return true;
		}
	}
	return true;
}

/* Returns the next word of a text, and moves the text behind it. The words end at blanks. */
static char *split_word(char **text)
{
	char *word = *text;
	*text += strcspn(word, " ");
	if (**text)
		*(*text)++ = '\0';
	return word;
}

/*
 * Sets the options of the preset, except fields that the command line has set. Formats without an
 * option about looks ignore it in a preset, so these options do not become given.
 */
static void apply_preset(struct options *options)
{
	static struct text text; /* the options keep pointers to values */
	text = (struct text){.length = 0};
	table_preset(options->preset_index, &text);
	char *word = text.bytes;
	while (*word) {
		const char *name = split_word(&word) + strlen("--");
		const struct option_row *row = table_find(name, strlen(name));
		const char *value = row->argument ? split_word(&word) : NULL;
		if (table_is_typed(options, row))
			continue;
		(void)read_value(options, row, value);
		if (row->look)
			options->given[row - option_table] = NULL;
	}
}

bool command_line_read(struct options *options, int argc, char **argv, struct message *message)
{
	message_clear(message);
	*options = (struct options){.message = message};
	options->style.tileset = option_table[OPTION_TILESET].default_text;
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		if (row->default_value)
			table_store(options, row, row->default_value);

	if (!read_words(options, argc, argv))
		return false;
	for (int id = 0; id < OPTIONS; id++)
		options->is_typed[id] = options->given[id] != NULL;
	apply_preset(options);
	message_clear(message);
	return true;
}
