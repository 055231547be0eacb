/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include "cli/completion.h"
#include "cli/messages.h"
#include "cli/table.h"

#include <inttypes.h>
#include <string.h>

enum {
	COLUMN = 23, /* where explanations start */
	WIDTH = 79,  /* the longest line */
};

static const char *const titles[] = {
	[GROUP_MAP] = "Map",
	[GROUP_RANDOM] = "Random numbers",
	[GROUP_INPUT] = "Reading maps",
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
		output_print(output, "%*s%.*s", (int)gap, "", (int)length, word);
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
static const char *usual_value(const struct option_row *row)
{
	if (row->kind == KIND_NUMBER && !row->default_text)
		return phrase("%" PRIu64, row->default_value);
	return row->default_text ? row->default_text : row->choices ? row->choices(0).name : "";
}

static void write_option(struct output *output, const struct option_row *row)
{
	const char *term = phrase("  %s--%s", row->letter ? phrase("-%c, ", row->letter) : "    ",
				  row->name);
	const char *text = row->help, *usual = usual_value(row);
	if (row->argument)
		term = phrase("%s %s", term, row->argument);
	if (row->kind == KIND_NUMBER)
		text = phrase("%s, %" PRIu64 " to %" PRIu64, text, row->value_min, row->value_max);
	else if (row->choices)
		text = has_list(row) ? phrase("%s, see below", text)
				     : phrase("%s: %s", text, table_choices(row));
	if (row->style)
		text = phrase("%s; %s only", text, names_join(table_formats(row->style), ""));
	if (*usual)
		text = phrase("%s (%s)", text, usual);
	write_entry(output, term, text);
}

/* The options of a preset with spaces between them. */
static const char *preset_text(const struct preset *preset)
{
	const char *text = "";
	for (const char *const *word = preset->words; *word; word++)
		text = phrase("%s%s%s", text, *text ? " " : "", *word);
	return text;
}

/* Writes the choices of an option with their summaries. */
static void write_list(struct output *output, const struct option_row *row)
{
	output_print(output, "\n%c%ss:\n", row->noun[0] - 'a' + 'A', row->noun + 1);
	for (size_t i = 0; row->choices(i).name; i++) {
		const char *text = row->choices(i).summary;
		if (row == &option_table[OPTION_PRESET] && *preset_table[i].words)
			text = phrase("%s: %s", text, preset_text(&preset_table[i]));
		write_entry(output, phrase("  %s", row->choices(i).name), text);
	}
}

static void write_help(struct output *output)
{
	output_text(output,
		    "Usage: dungen [OPTION]...\n"
		    "Make a dungeon map of rooms and tunnels, or read one, and write it.\n");
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (id == 0 || row->group != row[-1].group)
			output_print(output, "\n%s:\n", titles[row->group]);
		write_option(output, row);
	}
	for (int id = 0; id < OPTION_NONE; id++)
		if (has_list(&option_table[id]))
			write_list(output, &option_table[id]);
	output_text(
		output,
		"\nExit status: 0 every byte was written, 1 reading, writing or memory failed,\n"
		"2 the command line was wrong, 3 there is no such map, 4 what was read is none.\n"
		"The manual, man dungen, has examples.\n");
}

static void write_json_option(struct output *output, const struct option_row *row)
{
	static const char *const kinds[] = {
		[KIND_FLAG] = "flag", [KIND_NUMBER] = "number", [KIND_CHOICE] = "choice",
		[KIND_LIST] = "list", [KIND_RANGES] = "ranges", [KIND_PATH] = "path",
		[KIND_TEXT] = "text",
	};
	const char *usual = usual_value(row);
	struct names formats = table_formats(row->style);
	output_print(output, "%s{\"name\":\"%s\",\"group\":\"%s\",\"kind\":\"%s\",\"help\":\"%s\"",
		     row == option_table ? "" : ",", row->name, titles[row->group],
		     kinds[row->kind], row->help);
	output_text(output, row->is_alias ? ",\"alias\":true" : "");
	if (row->counterpart_of)
		output_print(output, ",\"counterpart_of\":\"%s\"",
			     option_table[row->counterpart_of].name);
	if (row->letter)
		output_print(output, ",\"letter\":\"%c\"", row->letter);
	if (row->argument)
		output_print(output, ",\"argument\":\"%s\"", row->argument);
	if (*usual)
		output_print(output, ",\"default\":\"%s\"", usual);
	if (row->kind == KIND_NUMBER)
		output_print(output, ",\"lowest\":\"%" PRIu64 "\",\"highest\":\"%" PRIu64 "\"",
			     row->value_min, row->value_max);
	for (size_t i = 0; row->style && i < formats.count; i++)
		output_print(output, "%s\"%s\"", i > 0 ? "," : ",\"formats\":[", formats.name[i]);
	output_text(output, row->style ? "]" : "");
	for (size_t i = 0; row->choices && row->choices(i).name; i++) {
		struct choice choice = row->choices(i);
		output_print(output, "%s{\"name\":\"%s\"", i > 0 ? "," : ",\"choices\":[",
			     choice.name);
		if (choice.summary)
			output_print(output, ",\"summary\":\"%s\"", choice.summary);
		if (row == &option_table[OPTION_FORMAT])
			output_print(output, ",\"extension\":\"%s\"",
				     format_table[i]->extensions[0].name);
		if (row == &option_table[OPTION_PRESET])
			output_print(output, ",\"options\":\"%s\"", preset_text(&preset_table[i]));
		output_text(output, "}");
	}
	output_text(output, row->choices ? "]}" : "}");
}

static void write_json(struct output *output)
{
	output_text(output, "{\"version\":\"" DUNGEN_VERSION "\",\"options\":[");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		write_json_option(output, row);
	output_text(output, "]}\n");
}

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
