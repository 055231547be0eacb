/* SPDX-License-Identifier: MIT */
#include "run/output_words.h"

#include <errno.h>
#include <string.h>

enum { SHORT_PATH_MAX = FILE_NAME_SIZE / 2 }; /* bytes of a second path in a message */

/* Returns whether a file could not be created because its folder does not exist. */
static bool is_folder_missing(const struct output *output)
{
	if (output->error != ENOENT)
		return false;
	/* A path that does not fit would have failed with ENAMETOOLONG. */
	char folder[FILE_NAME_SIZE];
	file_name_folder(folder, output->name);
	return strcmp(folder, ".") != 0 && !system_exists(folder);
}

/* Adds why a file cannot be replaced, and how to write it nevertheless. */
static void add_replacement_hint(struct text *fix, int error, const struct options *options)
{
	const bool is_folder_unwritable = error == EACCES || error == EPERM || error == EROFS;
	if (is_folder_unwritable)
		text_add(fix, "the folder is not writable");
	else
		text_add(fix, "the file cannot be replaced");
	/* With --input, the shell could empty the file before dungen reads it. */
	if (!options->input)
		text_add(fix, ", so use > FILE");
}

/* Adds a name for a file in a folder that was given as the output: "%d.json". */
static void add_name_hint(struct text *fix, const struct options *options)
{
	const char placeholder = options->input ? 'i' : 'd';
	text_add(fix, "add a file name, such as %%%c.%s", placeholder,
		 options->format->extensions[0].name);
}

/* Adds a hint about an output that failed, if dungen knows more than the system. */
static void add_hint(struct text *fix, const struct output *output, const struct options *options)
{
	const bool has_plain_path = output->file.problem == ATOMIC_FILE_NO_PROBLEM;
	if (output->file.cannot_replace_target)
		add_replacement_hint(fix, output->error, options);
	else if (has_plain_path && is_folder_missing(output))
		text_add(fix, "create the folder first");
	else if (output->error == EISDIR && options->command == COMMAND_MAPS)
		add_name_hint(fix, options);
}

/* Sets the problem: why the output failed. */
static void set_problem(struct error *error, const struct output *output)
{
	switch (output->file.problem) {
	case ATOMIC_FILE_BROKEN_LINK:
		error_set_problem(error, "is a symbolic link to %s, which does not exist",
				  excerpt_of(output->file.target, SHORT_PATH_MAX));
		break;
	case ATOMIC_FILE_FOREIGN_LINK:
		error_set_problem(error, "cannot follow the link of another user in a folder that "
					 "everybody can write to");
		break;
	case ATOMIC_FILE_REPLACED:
		error_set_problem(error, "another program replaced the file while dungen wrote it");
		break;
	case ATOMIC_FILE_NO_PROBLEM:
		error_set_problem(error, "%s", system_reason(output->error));
		break;
	}
}

void output_explain(const struct output *output, const struct options *options,
		    struct outcome *outcome)
{
	struct error *error = outcome_fail(outcome, STATUS_FAILED);
	text_set(&error->file, "%s", output->name);
	set_problem(error, output);
	add_hint(&error->fix, output, options);
	if (output->file.temporary_remains) {
		if (error->fix.length > 0)
			text_add(&error->fix, "; ");
		text_add(&error->fix, "the temporary file %s may remain",
			 excerpt_of(output->file.temporary, SHORT_PATH_MAX));
	}
}
