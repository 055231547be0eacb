/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include "cli/completion.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "dungen.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Columns of --help. */
enum {
	EXPLANATION_COLUMN = 23, /* where explanations start; the first column is 0 */
	LINE_LENGTH_MAX = 79,
	GAP_MIN = 2, /* spaces between a term and its explanation */
};

static const char *const group_titles[] = {
	[GROUP_MAP] = "Map",
	[GROUP_RANDOM] = "Random numbers",
	[GROUP_INPUT] = "Reading maps",
	[GROUP_OUTPUT] = "Output",
	[GROUP_BATCH] = "Batches and searches",
	[GROUP_LOOK] = "Appearance",
	[GROUP_OTHER] = "Other",
};

/* Returns whether the choices of an option are listed below the options, with their summaries. */
static bool has_choice_list(const struct option_row *row)
{
	return row->choices && row->choices(0).summary;
}

/* Adds the default that --help shows. Adds nothing if --help shows none. */
static void add_default(struct text *text, const struct option_row *row)
{
	if (row->default_text)
		text_add(text, "%s", row->default_text);
	else if (row->kind == KIND_NUMBER)
		text_add(text, "%" PRIu64, row->default_value);
	else if (row->choices)
		text_add(text, "%s", row->choices(0).name);
}

/* Adds the options of a preset as on a command line. */
static void add_preset_words(struct text *text, const struct preset *preset)
{
	for (const char *const *word = preset->words; *word; word++) {
		const bool is_first = word == preset->words;
		text_add(text, "%s%s", is_first ? "" : " ", *word);
	}
}

/* --help */

/* Writes a term and its explanation, which is wrapped between words. */
static void write_entry(struct output *output, const char *term, const char *explanation)
{
	output_text(output, term);
	size_t column = strlen(term);
	size_t gap = GAP_MIN; /* number of blanks before the next word */
	if (column + GAP_MIN < EXPLANATION_COLUMN)
		gap = EXPLANATION_COLUMN - column;

	const char *word = explanation;
	while (*word) {
		const size_t length = strcspn(word, " ");
		if (column + gap + length > LINE_LENGTH_MAX) {
			output_text(output, "\n");
			column = 0;
			gap = EXPLANATION_COLUMN;
		}
		column += gap + length;
		for (; gap > 0; gap--)
			output_text(output, " ");
		output_write(output, word, length);
		gap = 1;
		word += length;
		word += strspn(word, " ");
	}
	output_text(output, "\n");
}

/* Adds an option as --help shows it: "  -W, --width N". */
static void add_option_term(struct text *term, const struct option_row *row)
{
	if (row->letter)
		text_add(term, "  -%c, ", row->letter);
	else
		text_add(term, "      ");
	text_add(term, "--%s", row->name);
	if (row->argument)
		text_add(term, " %s", row->argument);
}

/* Adds the title of the list of choices below the options: the noun in the plural. */
static void add_list_title(struct text *text, const struct option_row *row)
{
	const int initial = toupper((unsigned char)row->noun[0]);
	text_add(text, "%c%ss", initial, row->noun + 1);
}

/* Starts a note in the parentheses after the help of an option. */
static void start_note(struct text *notes)
{
	text_add(notes, "%s", notes->length > 0 ? "; " : "");
}

/* Adds the notes about an option: its values, the formats that support it, and its default. */
static void add_option_notes(struct text *notes, const struct option_row *row)
{
	if (row->kind == KIND_NUMBER) {
		start_note(notes);
		text_add(notes, "%" PRIu64 " to %" PRIu64, row->value_min, row->value_max);
	}
	if (has_choice_list(row)) {
		start_note(notes);
		text_add(notes, "see ");
		add_list_title(notes, row);
	}
	if (row->style) {
		const struct names formats = table_formats(row->style);
		start_note(notes);
		names_join(notes, &formats, "");
		text_add(notes, " only");
	}
	struct text default_text = {.length = 0};
	add_default(&default_text, row);
	if (default_text.length > 0) {
		start_note(notes);
		text_add(notes, "default: %s", default_text.bytes);
	}
}

/* Adds the help of an option, the names that it accepts, and the notes in parentheses. */
static void add_option_explanation(struct text *text, const struct option_row *row)
{
	text_add(text, "%s", row->help);
	if (row->choices && !has_choice_list(row)) {
		text_add(text, row->kind == KIND_RANGES ? "; MEASURE is " : ": ");
		table_add_choices(text, row);
	}
	struct text notes = {.length = 0};
	add_option_notes(&notes, row);
	if (notes.length > 0)
		text_add(text, " (%s)", notes.bytes);
}

static void write_option(struct output *output, const struct option_row *row)
{
	struct text term = {.length = 0};
	struct text explanation = {.length = 0};
	add_option_term(&term, row);
	add_option_explanation(&explanation, row);
	write_entry(output, term.bytes, explanation.bytes);
}

/* Writes the choices of an option with their summaries. */
static void write_choice_list(struct output *output, const struct option_row *row)
{
	struct text title = {.length = 0};
	add_list_title(&title, row);
	output_print(output, "\n%s:\n", title.bytes);
	for (size_t i = 0; row->choices(i).name; i++) {
		struct text term = {.length = 0};
		struct text explanation = {.length = 0};
		text_add(&term, "  %s", row->choices(i).name);
		text_add(&explanation, "%s", row->choices(i).summary);
		if (row == &option_table[OPTION_PRESET] && preset_table[i].words[0]) {
			text_add(&explanation, ": ");
			add_preset_words(&explanation, &preset_table[i]);
		}
		write_entry(output, term.bytes, explanation.bytes);
	}
}

static void write_help(struct output *output)
{
	output_text(
		output,
		"Usage: dungen [OPTION]... [FILE]...\n"
		"Generate a dungeon map of rooms and tunnels, or read the maps in FILEs, and\n"
		"write them. With - as FILE, read standard input. The content of a FILE decides\n"
		"its format.\n"
		"The manual, man dungen, explains all options.\n");
	for (int id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		const bool starts_group = id == 0 || row->group != option_table[id - 1].group;
		if (starts_group)
			output_print(output, "\n%s:\n", group_titles[row->group]);
		write_option(output, row);
	}
	for (int id = 0; id < OPTIONS; id++)
		if (has_choice_list(&option_table[id]))
			write_choice_list(output, &option_table[id]);
	output_text(output,
		    "\nExamples:\n"
		    "  dungen --seed 42 --width 80 --height 45 > map.txt\n"
		    "  dungen --seed 2 --preset level --output level.svg\n"
		    "\nExit status:\n"
		    "  0  success\n"
		    "  1  reading or writing failed, or memory ran out\n"
		    "  2  the command line is wrong\n"
		    "  3  too few maps meet --min-rooms or --where\n"
		    "  4  an input map is invalid, has faults, or differs from the expected map\n");
}

/* --help=json */

/* Writes a further member of a JSON object, whose value is a string. */
static void write_json_member(struct output *output, const char *key, const char *value)
{
	output_print(output, ",\"%s\":\"%s\"", key, value);
}

/* Writes the bounds of a number as strings. */
static void write_json_bounds(struct output *output, const struct option_row *row)
{
	output_print(output, ",\"lowest\":\"%" PRIu64 "\"", row->value_min);
	output_print(output, ",\"highest\":\"%" PRIu64 "\"", row->value_max);
}

/* Writes the names of the formats that support an option about looks. */
static void write_json_formats(struct output *output, const struct option_row *row)
{
	const struct names formats = table_formats(row->style);
	output_text(output, ",\"formats\":[");
	for (size_t i = 0; i < formats.count; i++)
		output_print(output, "%s\"%s\"", i > 0 ? "," : "", formats.items[i]);
	output_text(output, "]");
}

/* Writes what programs have to know about the files of a format. */
static void write_json_format(struct output *output, const struct format *format)
{
	const char *holds = "maps";
	if (format->one_map)
		holds = "one map";
	else if (format->needs_map_count)
		holds = "counted maps";
	write_json_member(output, "extension", format->extensions[0].name);
	write_json_member(output, "holds", holds);
	if (format->binary)
		output_text(output, ",\"binary\":true");
	if (format->read)
		output_text(output, ",\"reads\":true");
}

/* Writes one choice of an option, given by its index. */
static void write_json_choice(struct output *output, const struct option_row *row, size_t index)
{
	const struct choice choice = row->choices(index);
	output_print(output, "{\"name\":\"%s\"", choice.name);
	if (choice.summary)
		write_json_member(output, "summary", choice.summary);
	if (row == &option_table[OPTION_FORMAT])
		write_json_format(output, format_table[index]);
	if (row == &option_table[OPTION_PRESET]) {
		struct text words = {.length = 0};
		add_preset_words(&words, &preset_table[index]);
		write_json_member(output, "options", words.bytes);
	}
	output_text(output, "}");
}

static void write_json_choices(struct output *output, const struct option_row *row)
{
	output_text(output, ",\"choices\":[");
	for (size_t i = 0; row->choices(i).name; i++) {
		if (i > 0)
			output_text(output, ",");
		write_json_choice(output, row, i);
	}
	output_text(output, "]");
}

static void write_json_option(struct output *output, const struct option_row *row)
{
	static const char *const kind_names[] = {
		[KIND_FLAG] = "flag", [KIND_NUMBER] = "number", [KIND_CHOICE] = "choice",
		[KIND_LIST] = "list", [KIND_RANGES] = "ranges", [KIND_PATH] = "path",
		[KIND_TEXT] = "text",
	};
	output_print(output, "{\"name\":\"%s\"", row->name);
	write_json_member(output, "group", group_titles[row->group]);
	write_json_member(output, "kind", kind_names[row->kind]);
	write_json_member(output, "help", row->help);
	if (row->counterpart_of)
		write_json_member(output, "counterpart_of", option_table[row->counterpart_of].name);
	if (row->letter)
		output_print(output, ",\"letter\":\"%c\"", row->letter);
	if (row->argument)
		write_json_member(output, "argument", row->argument);
	struct text default_text = {.length = 0};
	add_default(&default_text, row);
	if (default_text.length > 0)
		write_json_member(output, "default", default_text.bytes);
	if (row->kind == KIND_NUMBER)
		write_json_bounds(output, row);
	if (row->style)
		write_json_formats(output, row);
	if (row->choices)
		write_json_choices(output, row);
	output_text(output, "}");
}

static void write_json(struct output *output)
{
	output_text(output, "{\"version\":\"" DUNGEN_VERSION "\",\"options\":[");
	for (int id = 0; id < OPTIONS; id++) {
		if (id > 0)
			output_text(output, ",");
		write_json_option(output, &option_table[id]);
	}
	output_text(output, "]}\n");
}

/* --version */

static void write_version(struct output *output)
{
	output_text(output, "dungen " DUNGEN_VERSION "\n"
			    "Copyright (C) 2026 the dungen authors\n"
			    "License MIT: <https://spdx.org/licenses/MIT.html>\n"
			    "This is free software: you are free to change and redistribute it.\n"
			    "There is NO WARRANTY, to the extent permitted by law.\n");
}

void help_write(enum command command, struct output *output)
{
	static void (*const writers[])(struct output *) = {
		[COMMAND_HELP] = write_help,
		[COMMAND_HELP_JSON] = write_json,
		[COMMAND_VERSION] = write_version,
		[COMMAND_COMPLETION_BASH] = completion_write_bash,
		[COMMAND_COMPLETION_ZSH] = completion_write_zsh,
		[COMMAND_COMPLETION_FISH] = completion_write_fish,
	};
	writers[command](output);
}
