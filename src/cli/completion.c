/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

#include "cli/messages.h"
#include "cli/table.h"

/*
 * The table of options contains no characters that are special in a shell, except for the colons
 * that zsh requires to be escaped. So the scripts quote its text without looking at it.
 */

/* Writes each choice of an option between a prefix and a suffix. */
static void put_choices(struct output *output, const struct option_row *row, const char *prefix,
			const char *suffix)
{
	for (size_t i = 0; row->choices(i).name; i++)
		output_print(output, "%s%s%s", prefix, row->choices(i).name, suffix);
}

/* bash */

/*
 * Writes the commands that complete a list or ranges from $words. Only the text after the last
 * comma is completed, and names that the list already contains are not offered: $left collects the
 * others. completion_write_bash explains the variables.
 */
static void put_bash_list(struct output *output, const struct option_row *row)
{
	output_text(output, "\t\tcompopt -o nospace\n"
			    "\t\tbefore=${word%\"${word##*,}\"}\n"
			    "\t\tfor name in $words; do\n"
			    "\t\t\t[[ ,$value == *,${name}[,=]* ]] || left+=\" $name\"\n"
			    "\t\tdone\n");
	if (row->kind == KIND_LIST)
		output_text(output, "\t\t[[ $value == *,* ]] || left+=' none all'\n");
	else
		output_text(output, "\t\tafter='='\n");
	output_text(output, "\t\twords=$left value=${value##*,}\n");
}

/* Writes the branch of the case statement that completes the value of an option. */
static void put_bash_case(struct output *output, const struct option_row *row)
{
	output_print(output, "\t--%s", row->name);
	if (row->letter)
		output_print(output, " | -%c", row->letter);
	output_text(output, ")\n");
	if (row->kind == KIND_PATH)
		output_text(output, "\t\tcompopt -o default\n");
	if (row->choices) {
		output_text(output, "\t\twords='");
		put_choices(output, row, " ", "");
		output_text(output, "'\n");
	}
	if (row->kind == KIND_LIST || row->kind == KIND_RANGES)
		put_bash_list(output, row);
	output_text(output, "\t\t;;\n");
}

/*
 * Readline splits --where=rooms=3..,d into five words and completes the last one, so the script
 * joins these words first. COMPREPLY stays empty if nothing can be suggested, for example for a
 * number.
 *
 * These are the variables of the script:
 *
 *     at        index of the word that starts the option or its value
 *     word      the word that Readline completes, without "="
 *     option    the option before the cursor
 *     value     the value that it has so far, and then the part of it that is completed
 *     words     what can be suggested
 *     left      names that are not in the list yet
 *     before    the part of the word that stays, up to its last comma
 *     after     what follows a suggestion: "=" after a measure
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
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		if (row->argument)
			put_bash_case(output, row);
	/* A word that is not an option is a FILE. */
	output_text(output, "\t*)\n\t\tcompopt -o default\n\t\twords='");
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		output_print(output, " --%s", row->name);
	output_text(output, "'\n\t\t;;\n"
			    "\tesac\n"
			    "\tCOMPREPLY=($(compgen -P \"$before\" -S \"$after\" -W \"$words\" -- "
			    "\"$value\"))\n"
			    "}\n"
			    "complete -F _dungen dungen\n");
}

/* zsh */

/*
 * Writes the option in a specification: (-o --output)'{-o+,--output=}', with exclusions first. The
 * specification is in single quotes, which end before the braces, so that zsh expands them, and
 * begin again after them.
 */
static void put_zsh_names(struct output *output, const struct option_row *row)
{
	const char *equals = row->argument ? "=" : "";
	if (row->acts_at_once)
		output_text(output, "(- *)");
	else if (row->letter)
		output_print(output, "(-%c --%s)", row->letter, row->name);
	if (!row->letter) {
		output_print(output, "--%s%s", row->name, equals);
		return;
	}
	output_print(output, "'{-%c", row->letter);
	if (row->argument)
		output_text(output, "+");
	output_print(output, ",--%s%s}'", row->name, equals);
}

/*
 * Writes the completion of a list. Before a name, the names that it excludes are in parentheses: a
 * name excludes "none" and "all", and each of these excludes everything else.
 */
static void put_zsh_list(struct output *output, const struct option_row *row)
{
	output_print(output, "_values -s , %s", row->noun);
	put_choices(output, row, " \"(none all)", "\"");
	output_text(output, " \"(all");
	put_choices(output, row, " ", "");
	output_text(output, ")none\" \"(none");
	put_choices(output, row, " ", "");
	output_text(output, ")all\"");
}

/* Writes a summary in quotes, with escaped colons. */
static void put_zsh_summary(struct output *output, const char *summary)
{
	output_text(output, "\\:\"");
	for (const char *byte = summary; *byte; byte++) {
		if (*byte == ':')
			output_text(output, "\\");
		output_write(output, byte, 1);
	}
	output_text(output, "\"");
}

/* Writes the names of a choice, with their summaries. */
static void put_zsh_choice(struct output *output, const struct option_row *row)
{
	output_text(output, "((");
	for (size_t i = 0; row->choices(i).name; i++) {
		const struct choice choice = row->choices(i);
		output_print(output, "%s%s", i > 0 ? " " : "", choice.name);
		if (choice.summary)
			put_zsh_summary(output, choice.summary);
	}
	output_text(output, "))");
}

/* Writes the completion of a value. A blank completes nothing. */
static void put_zsh_value(struct output *output, const struct option_row *row)
{
	output_print(output, ":%s:", row->argument);
	switch (row->kind) {
	case KIND_PATH:
		output_text(output, "_files");
		break;
	case KIND_LIST:
		put_zsh_list(output, row);
		break;
	case KIND_RANGES:
		output_print(output, "_values -s , -S = %s", row->noun);
		put_choices(output, row, " \"", "\\:range\\: \"");
		break;
	case KIND_CHOICE:
		put_zsh_choice(output, row);
		break;
	default:
		output_text(output, " ");
	}
}

/* Writes the specification of an option for _arguments. */
static void put_zsh_specification(struct output *output, const struct option_row *row)
{
	output_text(output, " \\\n\t\t'");
	put_zsh_names(output, row);
	output_print(output, "[%s]", row->help);
	if (row->argument)
		put_zsh_value(output, row);
	output_text(output, "'");
}

void completion_write_zsh(struct output *output)
{
	output_text(output, "#compdef dungen\n"
			    "_dungen()\n"
			    "{\n"
			    "\t_arguments -s -S");
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		put_zsh_specification(output, row);
	output_text(output, " \\\n\t\t'*:FILE:_files'");
	/* If zsh autoloads the file, it runs it as the body of _dungen. */
	output_text(output, "\n}\n"
			    "if [[ $funcstack[1] == _dungen ]]; then\n"
			    "\t_dungen \"$@\"\n"
			    "else\n"
			    "\tcompdef _dungen dungen\n"
			    "fi\n");
}

/* fish */

/* Writes the names of a list. The script does not offer names that the list already contains. */
static void put_fish_list(struct output *output, const struct option_row *row)
{
	output_text(output, " -a '(__dungen_list");
	if (row->kind == KIND_RANGES) {
		put_choices(output, row, " ", "=");
	} else {
		put_choices(output, row, " ", "");
		output_text(output, " none all");
	}
	output_text(output, ")'");
}

/*
 * Writes the names of a choice. A summary follows its name after a tab. fish evaluates the value of
 * -a, so summaries are quoted twice.
 */
static void put_fish_choice(struct output *output, const struct option_row *row)
{
	output_text(output, " -a '");
	for (size_t i = 0; row->choices(i).name; i++) {
		const struct choice choice = row->choices(i);
		output_print(output, "%s%s", i > 0 ? " " : "", choice.name);
		if (choice.summary)
			output_print(output, "\\t\\'%s\\'", choice.summary);
	}
	output_text(output, "'");
}

/* Writes the command that describes an option to fish. */
static void put_fish_command(struct output *output, const struct option_row *row)
{
	output_print(output, "complete -c dungen -l %s", row->name);
	if (row->letter)
		output_print(output, " -s %c", row->letter);
	if (row->kind == KIND_PATH)
		output_text(output, " -r -F");
	else if (row->argument)
		output_text(output, " -x");
	if (row->kind == KIND_LIST || row->kind == KIND_RANGES)
		put_fish_list(output, row);
	else if (row->choices)
		put_fish_choice(output, row);
	output_print(output, " -d '%s'\n", row->help);
}

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
		    "end\n");
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		put_fish_command(output, row);
}
