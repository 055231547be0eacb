/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include "cli/messages.h"
#include "cli/table.h"

#include <inttypes.h>
#include <string.h>

enum {
	COLUMN = 23, /* in which explanations start */
	WIDTH = 79,  /* the longest line */
};

static const char *const titles[] = {
	[GROUP_MAP] = "Map",
	[GROUP_RANDOM] = "Random numbers",
	[GROUP_OUTPUT] = "Output",
	[GROUP_OTHER] = "Other",
};

/* Writes a term and its explanation, wrapped at words. */
static void write_entry(struct output *output, const char *term, const char *explanation)
{
	output_text(output, term);
	size_t column = strlen(term);
	size_t gap = column + 2 <= COLUMN ? COLUMN - column : 2;
	for (const char *word = explanation; *word;) {
		size_t length = strcspn(word, " ");
		if (column + gap + length > WIDTH) {
			output_text(output, "\n");
			column = 0;
			gap = COLUMN;
		}
		output_repeat(output, " ", 1, (uint32_t)gap);
		output_write(output, word, length);
		column += gap + length;
		gap = 1;
		word += length + strspn(word + length, " ");
	}
	output_text(output, "\n");
}

/* Whether the choices have summaries, which are listed below the options. */
static bool has_list(const struct option_row *row)
{
	return row->choices && row->choices(0).summary;
}

/* The default as --help shows it; empty: none. */
static struct phrase usual_value(const struct option_row *row)
{
	struct phrase usual = {""};
	if (row->default_text)
		phrase_add(&usual, "%s", row->default_text);
	else if (row->kind == KIND_NUMBER)
		phrase_add(&usual, "%" PRIu64, row->default_value);
	else if (row->choices)
		phrase_add(&usual, "%s", row->choices(0).name);
	return usual;
}

static void write_option(struct output *output, const struct option_row *row)
{
	struct phrase term = {"  "}, text = {""}, usual = usual_value(row);
	phrase_add(&term, row->letter ? "-%c, " : "    ", row->letter);
	phrase_add(&term, "--%s", row->name);
	if (row->argument)
		phrase_add(&term, " %s", row->argument);

	phrase_add(&text, "%s", row->help);
	if (row->kind == KIND_NUMBER)
		phrase_add(&text, ", %" PRIu64 " to %" PRIu64, row->lowest, row->highest);
	else if (row->choices)
		phrase_add(&text, has_list(row) ? ", see below" : ": %s", table_choices(row).text);
	if (row->style) {
		struct names names = table_formats(row->style);
		phrase_add(&text, "; %s only", names_join(&names, "").text);
	}
	if (*usual.text)
		phrase_add(&text, " (%s)", usual.text);
	write_entry(output, term.text, text.text);
}

/* Writes the choices of an option with their summaries. */
static void write_list(struct output *output, const struct option_row *row)
{
	struct phrase title = {"\n"};
	phrase_add(&title, "%c%ss:\n", row->noun[0] - 'a' + 'A', row->noun + 1);
	output_text(output, title.text);
	for (size_t i = 0; row->choices(i).name; i++) {
		struct phrase term = {"  "};
		phrase_add(&term, "%s", row->choices(i).name);
		write_entry(output, term.text, row->choices(i).summary);
	}
}

void help_write(struct output *output)
{
	output_text(output, "Usage: dungen [OPTION]...\n"
			    "Make a dungeon map of rooms and tunnels and write it to standard output.\n");
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (id == 0 || row->group != row[-1].group) {
			struct phrase title = {""};
			phrase_add(&title, "\n%s:\n", titles[row->group]);
			output_text(output, title.text);
		}
		write_option(output, row);
	}
	for (int id = 0; id < OPTION_NONE; id++)
		if (has_list(&option_table[id]))
			write_list(output, &option_table[id]);
	output_text(output, "\nExit status: 0 every byte was written, 1 writing or memory failed, 2 the\n"
			    "command line was wrong, 3 there is no such map. The manual, man dungen, has\n"
			    "examples.\n");
}

/* Writes a member of an object after `before`, "{" or ",". Writes nothing if the value is NULL or empty. */
static void write_member(struct output *output, const char *before, const char *key, const char *value)
{
	const char *const parts[] = {before, "\"", key, "\":\"", value, "\""};
	for (size_t i = 0; value && *value && i < sizeof parts / sizeof *parts; i++)
		output_text(output, parts[i]);
}

static void write_choices(struct output *output, const struct option_row *row)
{
	for (size_t i = 0; row->choices(i).name; i++) {
		const struct format *format = row == &option_table[OPTION_FORMAT] ? format_table[i] : NULL;
		output_text(output, i > 0 ? "," : ",\"choices\":[");
		write_member(output, "{", "name", row->choices(i).name);
		write_member(output, ",", "summary", row->choices(i).summary);
		write_member(output, ",", "extension", format ? format->extensions[0].name : NULL);
		output_text(output, "}");
	}
	output_text(output, "]");
}

static void write_formats(struct output *output, const struct option_row *row)
{
	struct names names = table_formats(row->style);
	output_text(output, ",\"formats\":[\"");
	for (size_t i = 0; i < names.count; i++) {
		output_text(output, i > 0 ? "\",\"" : "");
		output_text(output, names.name[i]);
	}
	output_text(output, "\"]");
}

static void write_row(struct output *output, const struct option_row *row)
{
	static const char *const kinds[] = {
		[KIND_FLAG] = "flag", [KIND_NUMBER] = "number", [KIND_CHOICE] = "choice",
		[KIND_LIST] = "list", [KIND_PATH] = "path",     [KIND_TEXT] = "text",
	};
	const char letter[] = {row->letter, '\0'};
	write_member(output, "{", "name", row->name);
	write_member(output, ",", "letter", letter);
	write_member(output, ",", "group", titles[row->group]);
	write_member(output, ",", "kind", kinds[row->kind]);
	write_member(output, ",", "argument", row->argument);
	write_member(output, ",", "help", row->help);
	write_member(output, ",", "default", usual_value(row).text);
	if (row->kind == KIND_NUMBER) {
		struct phrase lowest = {""}, highest = {""};
		phrase_add(&lowest, "%" PRIu64, row->lowest);
		phrase_add(&highest, "%" PRIu64, row->highest);
		write_member(output, ",", "lowest", lowest.text);
		write_member(output, ",", "highest", highest.text);
	}
	if (row->choices)
		write_choices(output, row);
	if (row->style)
		write_formats(output, row);
	output_text(output, "}");
}

void help_write_json(struct output *output)
{
	output_text(output, "{\"version\":\"" DUNGEN_VERSION "\",\"options\":[");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		output_text(output, row > option_table ? "," : "");
		write_row(output, row);
	}
	output_text(output, "]}\n");
}

void help_write_version(struct output *output)
{
	output_text(output, "dungen " DUNGEN_VERSION "\n"
			    "Copyright (C) 2026 the dungen authors\n"
			    "License MIT: <https://spdx.org/licenses/MIT.html>\n"
			    "This is free software: you are free to change and redistribute it.\n"
			    "There is NO WARRANTY, to the extent permitted by law.\n");
}
