/* SPDX-License-Identifier: MIT */
#include "run/output_words.h"

#include <errno.h>

enum { SHORT_PATH_MAX = FILE_NAME_SIZE / 2 }; /* bytes of a second path in a message */

/* Returns whether a file could not be created because its folder does not exist. */
static bool is_folder_missing(const struct output *output)
{
	if (output->error != ENOENT)
		return false;
	char folder[FILE_NAME_SIZE];
	return file_name_beside(folder, output->name, ".") && !system_exists(folder);
}

/* Returns whether an errno means that the folder or the mount forbids to replace a file. */
static bool is_refused_by_folder(int error)
{
	return error == EACCES || error == EPERM || error == EROFS || error == EBUSY ||
	       error == EXDEV;
}

/* Adds how to write a file that could be opened for writing but cannot be replaced. */
static void add_replacement_hint(struct text *fix, const struct options *options)
{
	text_add(fix, "the file can be written but not replaced");
	/* The shell could empty a file before dungen reads it. */
	if (options->file_count == 0)
		text_add(fix, ", so use > FILE");
}

/* Adds a name for a file in a folder that was given as the output: "%d.json". */
static void add_name_hint(struct text *fix, const struct options *options)
{
	const char placeholder = options->file_count > 0 ? 'i' : 'd';
	text_add(fix, "add a file name, such as %%%c.%s", placeholder,
		 options->format->extensions[0]);
}

/* Adds a hint about an output that failed, if dungen knows more than the system. */
static void add_hint(struct text *fix, const struct output *output, const struct options *options)
{
	if (output->file.target_exists && is_refused_by_folder(output->error))
		add_replacement_hint(fix, options);
	else if (is_folder_missing(output))
		text_add(fix, "create the folder first");
	else if (output->error == EISDIR && options->command == COMMAND_MAPS)
		add_name_hint(fix, options);
}

void output_explain(const struct output *output, const struct options *options,
		    struct outcome *outcome)
{
	struct message *message = outcome_fail(outcome);
	message->place.file = outcome_keep_name(outcome, output->name);
	if (output->error == ENOENT && system_is_link(output->name))
		fail(message, STATUS_FAILED, "is a symbolic link to a file that does not exist");
	else
		fail(message, STATUS_FAILED, "%s", system_reason(output->error));
	add_hint(&message->fix, output, options);
	if (output->file.temporary_remains) {
		if (message->fix.length > 0)
			text_add(&message->fix, "; ");
		text_add(&message->fix, "the temporary file %s may remain",
			 excerpt_of(output->file.temporary, SHORT_PATH_MAX));
	}
}
