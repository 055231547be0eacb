/* SPDX-License-Identifier: MIT */
#include "cli/command_line.h"

#include "cli/messages.h"
#include "cli/table.h"

#include <inttypes.h>
#include <string.h>

enum {
	COLUMN = 23, /* where explanations start */
	WIDTH = 79,  /* the longest line */
};

static const char *const titles[] = {
	[GROUP_MAP] = "Map",       [GROUP_RANDOM] = "Random numbers", [GROUP_INPUT] = "Reading maps",
	[GROUP_OUTPUT] = "Output", [GROUP_OTHER] = "Other",
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
	if (row->kind == KIND_NUMBER && !row->default_text)
		return phrase_of("%" PRIu64, row->default_value);
	return phrase_of("%s", row->default_text ? row->default_text : row->choices ? row->choices(0).name : "");
}

static void write_option(struct output *output, const struct option_row *row)
{
	struct phrase term = {"  "}, text = phrase_of("%s", row->help), usual = usual_value(row);
	phrase_add(&term, row->letter ? "-%c, " : "    ", row->letter);
	phrase_add(&term, "--%s", row->name);
	if (row->argument)
		phrase_add(&term, " %s", row->argument);
	if (row->kind == KIND_NUMBER)
		phrase_add(&text, ", %" PRIu64 " to %" PRIu64, row->lowest, row->highest);
	else if (row->choices)
		phrase_add(&text, has_list(row) ? ", see below" : ": %s", table_choices(row).text);
	if (row->style)
		phrase_add(&text, "; %s only", names_join(table_formats(row->style, false), "").text);
	if (*usual.text)
		phrase_add(&text, " (%s)", usual.text);
	write_entry(output, term.text, text.text);
}

/* The options of a preset with spaces between them. */
static struct phrase preset_text(const struct preset *preset)
{
	struct phrase text = {""};
	for (const char *const *word = preset->words; *word; word++)
		phrase_add(&text, "%s%s", word == preset->words ? "" : " ", *word);
	return text;
}

/* Writes the choices of an option with their summaries. */
static void write_list(struct output *output, const struct option_row *row)
{
	output_print(output, "\n%c%ss:\n", row->noun[0] - 'a' + 'A', row->noun + 1);
	for (size_t i = 0; row->choices(i).name; i++) {
		struct phrase term = phrase_of("  %s", row->choices(i).name),
			      text = phrase_of("%s", row->choices(i).summary);
		if (row == &option_table[OPTION_PRESET] && *preset_table[i].words)
			phrase_add(&text, ": %s", preset_text(&preset_table[i]).text);
		write_entry(output, term.text, text.text);
	}
}

static void write_help(struct output *output)
{
	output_text(output, "Usage: dungen [OPTION]...\n"
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
	output_text(output, "\nExit status: 0 every byte was written, 1 reading, writing or memory failed,\n"
			    "2 the command line was wrong, 3 there is no such map, 4 what was read is none.\n"
			    "The manual, man dungen, has examples.\n");
}

static void write_json_option(struct output *output, const struct option_row *row)
{
	static const char *const kinds[] = {
		[KIND_FLAG] = "flag",     [KIND_NUMBER] = "number", [KIND_CHOICE] = "choice", [KIND_LIST] = "list",
		[KIND_RANGES] = "ranges", [KIND_PATH] = "path",     [KIND_TEXT] = "text",
	};
	struct phrase usual = usual_value(row);
	struct names formats = table_formats(row->style, false);
	output_print(output, "%s{\"name\":\"%s\",\"group\":\"%s\",\"kind\":\"%s\",\"help\":\"%s\"",
		     row == option_table ? "" : ",", row->name, titles[row->group], kinds[row->kind], row->help);
	if (row->letter)
		output_print(output, ",\"letter\":\"%c\"", row->letter);
	if (row->argument)
		output_print(output, ",\"argument\":\"%s\"", row->argument);
	if (*usual.text)
		output_print(output, ",\"default\":\"%s\"", usual.text);
	if (row->kind == KIND_NUMBER)
		output_print(output, ",\"lowest\":\"%" PRIu64 "\",\"highest\":\"%" PRIu64 "\"", row->lowest,
			     row->highest);
	for (size_t i = 0; row->style && i < formats.count; i++)
		output_print(output, "%s\"%s\"", i > 0 ? "," : ",\"formats\":[", formats.name[i]);
	output_text(output, row->style ? "]" : "");
	for (size_t i = 0; row->choices && row->choices(i).name; i++) {
		struct choice choice = row->choices(i);
		output_print(output, "%s{\"name\":\"%s\"", i > 0 ? "," : ",\"choices\":[", choice.name);
		if (choice.summary)
			output_print(output, ",\"summary\":\"%s\"", choice.summary);
		if (row == &option_table[OPTION_FORMAT])
			output_print(output, ",\"extension\":\"%s\"", format_table[i]->extensions[0].name);
		if (row == &option_table[OPTION_PRESET])
			output_print(output, ",\"options\":\"%s\"", preset_text(&preset_table[i]).text);
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

/* Completion scripts. */

/* Writes text between single quotes: `quote` for each of these, and `escape` before each character in `special`. */
static void put_quoted(struct output *output, const char *text, const char *quote, const char *special,
		       const char *escape)
{
	for (; *text; text++)
		if (*text == '\'')
			output_text(output, quote);
		else
			output_print(output, "%s%c", strchr(special, *text) ? escape : "", *text);
}

/* Writes each name of a choice or list between `before` and `after`. */
static void put_choices(struct output *output, const struct option_row *row, const char *before, const char *after)
{
	for (size_t i = 0; row->choices(i).name; i++)
		output_print(output, "%s%s%s", before, row->choices(i).name, after);
}

/*
 * bash. Readline splits --format=json into three words and completes the last one; in a list, only the text after its
 * last comma. Names that the list has already are not offered. COMPREPLY stays empty if there is nothing to choose
 * from, as for a number.
 */
static void write_bash(struct output *output)
{
	output_text(output, "# bash completion for dungen\n"
			    "_dungen()\n"
			    "{\n"
			    "\tlocal IFS=$' \\t\\n' word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} "
			    "before= words= left= name\n"
			    "\tif [[ $word == = ]]; then\n"
			    "\t\tword=\n"
			    "\telif [[ $option == = ]]; then\n"
			    "\t\toption=${COMP_WORDS[COMP_CWORD-2]}\n"
			    "\tfi\n"
			    "\tcase $option in\n");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		if (!row->argument)
			continue;
		output_print(output, row->letter ? "\t--%s | -%c)\n" : "\t--%s)\n", row->name, row->letter);
		if (row->kind == KIND_PATH)
			output_text(output, "\t\tcompopt -o default\n");
		if (row->choices) {
			output_text(output, "\t\twords='");
			put_choices(output, row, " ", row->kind == KIND_RANGES ? "=" : "");
			output_text(output, "'\n");
		}
		if (row->kind == KIND_LIST || row->kind == KIND_RANGES)
			output_text(output, "\t\tcompopt -o nospace\n");
		if (row->kind == KIND_LIST)
			output_text(output, "\t\tbefore=${word%\"${word##*,}\"}\n"
					    "\t\tword=${word##*,}\n"
					    "\t\tfor name in $words; do\n"
					    "\t\t\t[[ ,$before == *,$name,* ]] || left+=\" $name\"\n"
					    "\t\tdone\n"
					    "\t\twords=$left\n"
					    "\t\t[[ $before ]] || words+=' none all'\n");
		output_text(output, "\t\t;;\n");
	}
	output_text(output, "\t*)\n\t\twords='");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		output_print(output, " --%s", row->name);
	output_text(output, "'\n\t\t;;\n"
			    "\tesac\n"
			    "\tCOMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"$word\"))\n"
			    "}\n"
			    "complete -F _dungen dungen\n");
}

/* zsh: a function for each option with choices, and the specifications for _arguments. */

static void put_zsh_quoted(struct output *output, const char *text)
{
	put_quoted(output, text, "'\\''", "\\[]:", "\\");
}

static void put_zsh_choices(struct output *output, const struct option_row *row)
{
	output_print(output, "_dungen_%s()\n{\n\tlocal -a choices\n\tchoices=(\n", row->name);
	for (size_t i = 0; row->choices(i).name; i++) {
		output_print(output, "\t\t'%s:", row->choices(i).name);
		put_zsh_quoted(output, row->choices(i).summary ? row->choices(i).summary : "");
		output_text(output, "'\n");
	}
	output_print(output, "\t)\n\t_describe '%s' choices\n}\n", row->noun);
}

static void put_zsh_specification(struct output *output, const struct option_row *row)
{
	const char *value = row->argument ? "=" : "";
	output_text(output, " \\\n\t\t'");
	if (row->at_once)
		output_text(output, "(- *)");
	else if (row->letter)
		output_print(output, "(-%c --%s)", row->letter, row->name);
	if (row->letter)
		output_print(output, "'{-%c%s,--%s%s}'[", row->letter, row->argument ? "+" : "", row->name, value);
	else
		output_print(output, "--%s%s[", row->name, value);
	put_zsh_quoted(output, row->help);
	output_text(output, "]");
	if (row->argument)
		output_print(output, ":%s:", row->argument);
	if (row->kind == KIND_PATH) {
		output_text(output, "_files");
	} else if (row->kind == KIND_LIST) {
		/* The names that a name excludes are in parentheses. */
		output_print(output, "_values -s , %s", row->noun);
		put_choices(output, row, " \"(none all)", "\"");
		output_text(output, " \"(all");
		put_choices(output, row, " ", "");
		output_text(output, ")none\" \"(none");
		put_choices(output, row, " ", "");
		output_text(output, ")all\"");
	} else if (row->kind == KIND_RANGES) {
		output_print(output, "_values -s , -S = %s", row->noun);
		put_choices(output, row, " \"", ":range: \"");
	} else if (row->choices) {
		output_print(output, "_dungen_%s", row->name);
	} else if (row->argument) {
		output_text(output, " ");
	}
	output_text(output, "'");
}

static void write_zsh(struct output *output)
{
	output_text(output, "#compdef dungen\n");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->kind == KIND_CHOICE)
			put_zsh_choices(output, row);
	output_text(output, "_dungen()\n{\n\t_arguments -s -S");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		put_zsh_specification(output, row);
	/* If zsh autoloads the file, it runs it as the body of _dungen. */
	output_text(output, "\n}\n"
			    "if [[ $funcstack[1] == _dungen ]]; then\n"
			    "\t_dungen \"$@\"\n"
			    "else\n"
			    "\tcompdef _dungen dungen\n"
			    "fi\n");
}

/*
 * fish: a command for each option. fish evaluates the value of -a, so summaries are quoted twice. Names that a list has
 * already are not offered.
 */
static void write_fish(struct output *output)
{
	output_text(output, "# fish completion for dungen\n"
			    "function __dungen_list\n"
			    "\tset -l before (commandline -ct | string replace -r -- '^--[^=]*=' '' |\n"
			    "\t\tstring replace -rf -- '(.*,)[^,]*$' '$1')\n"
			    "\tfor name in $argv\n"
			    "\t\tif test -z \"$before\"\n"
			    "\t\t\techo $name\n"
			    "\t\telse if not contains -- $name none all (string split -- , $before)\n"
			    "\t\t\techo $before$name\n"
			    "\t\tend\n"
			    "\tend\n"
			    "end\n"
			    "complete -c dungen -f\n");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		output_print(output, row->letter ? "complete -c dungen -l %s -s %c" : "complete -c dungen -l %s",
			     row->name, row->letter);
		if (row->argument)
			output_text(output, row->kind == KIND_PATH ? " -r -F" : " -x");
		if (row->kind == KIND_LIST || row->kind == KIND_RANGES) {
			output_text(output, " -a '(__dungen_list");
			put_choices(output, row, " ", row->kind == KIND_RANGES ? "=" : "");
			output_text(output, row->kind == KIND_LIST ? " none all)'" : ")'");
		} else if (row->choices) {
			for (size_t i = 0; row->choices(i).name; i++) {
				output_print(output, "%s%s", i > 0 ? " " : " -a '", row->choices(i).name);
				if (!row->choices(i).summary)
					continue;
				output_text(output, "\\t\\'");
				put_quoted(output, row->choices(i).summary, "\\\\\\'", "\\", "\\\\\\");
				output_text(output, "\\'");
			}
			output_text(output, "'");
		}
		output_text(output, " -d '");
		put_quoted(output, row->help, "\\'", "\\", "\\");
		output_text(output, "'\n");
	}
}

void help_write(enum command command, struct output *output)
{
	static void (*const writers[])(struct output *) = {
		[COMMAND_HELP] = write_help,          [COMMAND_HELP_JSON] = write_json,
		[COMMAND_VERSION] = write_version,    [COMMAND_COMPLETION_BASH] = write_bash,
		[COMMAND_COMPLETION_ZSH] = write_zsh, [COMMAND_COMPLETION_FISH] = write_fish,
	};
	writers[command](output);
}
