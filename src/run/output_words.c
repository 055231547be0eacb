/* SPDX-License-Identifier: MIT */
#include "run/output_words.h"

#include <errno.h>

void output_explain(const struct output *output, const struct options *options,
		    struct outcome *outcome)
{
	const int error = output->error;
	const bool is_refused_by_folder = error == EACCES || error == EPERM || error == EROFS ||
					  error == EBUSY || error == EXDEV;
	char folder[FILE_NAME_SIZE];
	struct message *message = outcome_fail(outcome);
	message->place.file = output->name;
	if (error == ENOENT && system_is_link(output->name))
		fail(message, STATUS_FAILED, "is a symbolic link to a file that does not exist");
	else
		fail(message, STATUS_FAILED, "%s", system_reason(error));

	if (output->file.target_exists && is_refused_by_folder)
		/* The shell could empty a file before dungen reads it. */
		advise(message, "the file can be written but not replaced%s",
		       options->file_count == 0 ? ", so use > FILE" : "");
	else if (error == ENOENT && file_name_beside(folder, output->name, ".") &&
		 !system_exists(folder))
		advise(message, "create the folder first");
	else if (error == EISDIR && options->command == COMMAND_MAPS)
		advise(message, "add a file name, such as %%i.%s", options->format->extensions[0]);
}
