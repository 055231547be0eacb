/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

#include "cli/messages.h"
#include "cli/table.h"

/*
 * No text of the options' table has a character that a shell would take as its own, but for zsh's
 * colon.
 */

/* Writes each name of a choice or list between `before` and `after`. */
static void put_choices(struct output *output, const struct option_row *row, const char *before,
			const char *after)
{
	for (size_t i = 0; row->choices(i).name; i++)
		output_print(output, "%s%s%s", before, row->choices(i).name, after);
}

/*
 * bash. Readline splits --where=rooms=3..,d into five words and completes the last one. `value` is
 * what the option has so far; in a list, only its text after the last comma is completed, and names
 * that it has already are not offered. COMPREPLY stays empty if there is nothing to choose from, as
 * for a number.
 */
void completion_write_bash(struct output *output)
{
	output_text(output, "# bash completion for dungen\n"
			    "_dungen()\n"
			    "{\n"
			    "\tlocal IFS=$' \\t\\n' at=$COMP_CWORD "
			    "word=${COMP_WORDS[COMP_CWORD]#=} option value= before= after= "
			    "words= left= name\n"
			    "\twhile [[ $at -gt 1 && ( ${COMP_WORDS[at]} == = || "
			    "${COMP_WORDS[at-1]} == = ) ]]; do\n"
			    "\t\tvalue=${COMP_WORDS[at]}$value\n"
			    "\t\tat=$((at - 1))\n"
			    "\tdone\n"
			    "\tif [[ $value && ${COMP_WORDS[at]} == --* ]]; then\n"
			    "\t\toption=${COMP_WORDS[at]} value=${value#=}\n"
			    "\telse\n"
			    "\t\toption=${COMP_WORDS[at-1]} value=${COMP_WORDS[at]}$value\n"
			    "\tfi\n"
			    "\tcase $option in\n");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		if (!row->argument)
			continue;
		output_print(output, row->letter ? "\t--%s | -%c)\n" : "\t--%s)\n", row->name,
			     row->letter);
		if (row->kind == KIND_PATH)
			output_text(output, "\t\tcompopt -o default\n");
		if (row->choices) {
			output_text(output, "\t\twords='");
			put_choices(output, row, " ", "");
			output_text(output, "'\n");
		}
		if (row->kind == KIND_LIST || row->kind == KIND_RANGES)
			output_print(output,
				     "\t\tcompopt -o nospace\n"
				     "\t\tbefore=${word%%\"${word##*,}\"}\n"
				     "\t\tfor name in $words; do\n"
				     "\t\t\t[[ ,$value == *,${name}[,=]* ]] || left+=\" $name\"\n"
				     "\t\tdone\n"
				     "\t\t%s\n"
				     "\t\twords=$left value=${value##*,}\n",
				     row->kind == KIND_LIST
					     ? "[[ $value == *,* ]] || left+=' none all'"
					     : "after='='");
		output_text(output, "\t\t;;\n");
	}
	output_text(output, "\t*)\n\t\twords='");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		output_print(output, " --%s", row->name);
	output_text(output, "'\n\t\t;;\n"
			    "\tesac\n"
			    "\tCOMPREPLY=($(compgen -P \"$before\" -S \"$after\" -W \"$words\" -- "
			    "\"$value\"))\n"
			    "}\n"
			    "complete -F _dungen dungen\n");
}

/* zsh: the specifications for _arguments. */
static void put_zsh_specification(struct output *output, const struct option_row *row)
{
	const char *value = row->argument ? "=" : "";
	output_text(output, " \\\n\t\t'");
	if (row->acts_at_once)
		output_text(output, "(- *)");
	else if (row->letter)
		output_print(output, "(-%c --%s)", row->letter, row->name);
	if (row->letter)
		output_print(output, "'{-%c%s,--%s%s}'", row->letter, row->argument ? "+" : "",
			     row->name, value);
	else
		output_print(output, "--%s%s", row->name, value);
	output_print(output, "[%s]", row->help);
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
		put_choices(output, row, " \"", "\\:range\\: \"");
	} else if (row->choices) {
		for (size_t i = 0; row->choices(i).name; i++) {
			const char *text = row->choices(i).summary;
			output_print(output, "%s%s%s", i > 0 ? " " : "((", row->choices(i).name,
				     text ? "\\:\"" : "");
			for (; text && *text; text++)
				output_print(output, *text == ':' ? "\\%c" : "%c", *text);
			output_text(output, row->choices(i).summary ? "\"" : "");
		}
		output_text(output, "))");
	} else if (row->argument) {
		output_text(output, " ");
	}
	output_text(output, "'");
}

void completion_write_zsh(struct output *output)
{
	output_text(output, "#compdef dungen\n"
			    "_dungen()\n"
			    "{\n"
			    "\t_arguments -s -S");
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
 * fish: a command for each option. fish evaluates the value of -a, so summaries are quoted twice.
 * Names that a list has already are not offered.
 */
void completion_write_fish(struct output *output)
{
	output_text(output,
		    "# fish completion for dungen\n"
		    "function __dungen_list\n"
		    "\tset -l before (commandline -ct | string replace -r -- '^--[^=]*=' '' |\n"
		    "\t\tstring replace -rf -- '(.*,)[^,]*$' '$1')\n"
		    "\tfor name in $argv\n"
		    "\t\tif test -z \"$before\"\n"
		    "\t\t\techo $name\n"
		    "\t\telse if not contains -- $name none all; and not string match -q -- "
		    "\"*,$name*\" ,$before\n"
		    "\t\t\techo $before$name\n"
		    "\t\tend\n"
		    "\tend\n"
		    "end\n"
		    "complete -c dungen -f\n");
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		output_print(output,
			     row->letter ? "complete -c dungen -l %s -s %c"
					 : "complete -c dungen -l %s",
			     row->name, row->letter);
		if (row->argument)
			output_text(output, row->kind == KIND_PATH ? " -r -F" : " -x");
		if (row->kind == KIND_LIST || row->kind == KIND_RANGES) {
			output_text(output, " -a '(__dungen_list");
			put_choices(output, row, " ", row->kind == KIND_RANGES ? "=" : "");
			output_text(output, row->kind == KIND_LIST ? " none all)'" : ")'");
		} else if (row->choices) {
			for (size_t i = 0; row->choices(i).name; i++) {
				const char *text = row->choices(i).summary;
				output_print(output, "%s%s%s", i > 0 ? " " : " -a '",
					     row->choices(i).name,
					     text ? phrase("\\t\\'%s\\'", text) : "");
			}
			output_text(output, "'");
		}
		output_print(output, " -d '%s'\n", row->help);
	}
}
