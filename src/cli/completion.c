/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

#include "cli/table.h"

/*
 * The table of options contains no characters that are special in a shell, so the scripts quote its
 * text without looking at it.
 */

/* Writes each name that an option accepts after a blank, and "=" after a measure. */
static void put_choices(struct output *output, const struct option_row *row)
{
	const struct names names = table_names(row);
	for (size_t i = 0; i < names.count; i++)
		output_print(output, " %s%s", names.items[i], row->kind == KIND_RANGES ? "=" : "");
}

/* Returns whether the option accepts several names that are separated by commas. */
static bool has_commas(const struct option_row *row)
{
	return row->kind == KIND_LIST || row->kind == KIND_RANGES;
}

/*
 * Readline splits --where=rooms=3..,d into five words and completes the last one, so the script
 * looks at the line instead. These are the variables of the script:
 *
 *     value    what is typed after the last blank, and then only the value of an option in it
 *     words    the words before that
 *     option   the option that the value belongs to
 *     names    what can be suggested; if it is empty, nothing is, or the names of files are
 *     word     what Readline replaces; of it, only what follows the last comma is completed
 */
void completion_write_bash(struct output *output)
{
	output_text(output, "# bash completion for dungen\n"
			    "_dungen()\n"
			    "{\n"
			    "\tlocal IFS=$' \\t\\n' line=${COMP_LINE:0:COMP_POINT} "
			    "word=${COMP_WORDS[COMP_CWORD]#=} option value words names=\n"
			    "\tvalue=${line##*[[:blank:]]}\n"
			    "\tread -ra words <<< \"${line%\"$value\"}\"\n"
			    "\toption=${words[${#words[@]}-1]}\n"
			    "\tif [[ $value == --*=* ]]; then\n"
			    "\t\toption=${value%%=*} value=${value#*=}\n"
			    "\tfi\n"
			    "\tcase $option in\n");
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		if (!row->argument)
			continue;
		output_print(output, "\t--%s", row->name);
		if (row->letter)
			output_print(output, " | -%c", row->letter);
		output_text(output, ")\n");
		if (row->kind == KIND_PATH)
			output_text(output, "\t\tcompopt -o default\n");
		if (has_commas(row))
			output_text(output, "\t\tcompopt -o nospace\n");
		if (row->choices) {
			output_text(output, "\t\tnames='");
			put_choices(output, row);
			output_text(output, "'\n");
		}
		output_text(output, "\t\t;;\n");
	}
	/* A word that is not an option is a FILE. */
	output_text(output, "\t*)\n\t\tcompopt -o default\n\t\tnames='");
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		output_print(output, " --%s", row->name);
	output_text(output, "'\n\t\t;;\n"
			    "\tesac\n"
			    "\tvalue=${value##*,}\n"
			    "\tCOMPREPLY=($(compgen -P \"${word%\"$value\"}\" -W \"$names\" -- "
			    "\"$value\"))\n"
			    "}\n"
			    "complete -F _dungen dungen\n");
}

/*
 * Writes the rest of a specification of _arguments: the help of an option, and its value, of which
 * a blank completes nothing.
 */
static void put_zsh_option(struct output *output, const struct option_row *row)
{
	output_print(output, "[%s]", row->help);
	if (row->argument)
		output_print(output, ":%s:", row->argument);
	if (row->kind == KIND_PATH) {
		output_text(output, "_files");
	} else if (row->choices && row->argument) {
		/* Of a list, what follows the last comma is completed, and nothing is added. */
		output_text(output,
			    has_commas(row) ? "{compset -P \"*,\"; compadd -S \"\" -" : "(");
		put_choices(output, row);
		output_text(output, has_commas(row) ? "}" : ")");
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
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		if (row->letter) {
			output_print(output, " \\\n\t\t'-%c%s", row->letter,
				     row->argument ? "+" : "");
			put_zsh_option(output, row);
		}
		output_print(output, " \\\n\t\t'--%s%s", row->name, row->argument ? "=" : "");
		put_zsh_option(output, row);
	}
	output_text(output, " \\\n\t\t'*:FILE:_files'");
	/* If zsh autoloads the file, it runs it as the body of _dungen. */
	output_text(output, "\n}\n"
			    "if [[ $funcstack[1] == _dungen ]]; then\n"
			    "\t_dungen \"$@\"\n"
			    "else\n"
			    "\tcompdef _dungen dungen\n"
			    "fi\n");
}

void completion_write_fish(struct output *output)
{
	output_text(output,
		    "# fish completion for dungen\n"
		    "function __dungen_list\n"
		    "\tset -l before (commandline -ct | string replace -r -- '^--[^=]*=' '' |\n"
		    "\t\tstring replace -rf -- '(.*,)[^,]*$' '$1')\n"
		    "\tprintf '%s\\n' \"$before\"$argv\n"
		    "end\n");
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		output_print(output, "complete -c dungen -l %s", row->name);
		if (row->letter)
			output_print(output, " -s %c", row->letter);
		if (row->kind == KIND_PATH)
			output_text(output, " -r -F");
		else if (row->argument)
			output_text(output, " -x");
		if (row->choices && row->argument) {
			output_text(output, has_commas(row) ? " -a '(__dungen_list" : " -a '");
			put_choices(output, row);
			output_text(output, has_commas(row) ? ")'" : "'");
		}
		output_print(output, " -d '%s'\n", row->help);
	}
}
