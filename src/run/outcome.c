/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include <errno.h>

enum { REPORTS_MAX = 10 }; /* number of faults that are printed */

struct message *outcome_fail(struct outcome *outcome)
{
	message_clear(&outcome->message);
	return &outcome->message;
}

bool outcome_stop(struct outcome *outcome)
{
	return fail(&outcome->message, STATUS_FAILED, "out of memory");
}

bool outcome_fail_with(struct outcome *outcome, const struct message *failure)
{
	outcome->message = *failure;
	return false;
}

void outcome_fail_output(struct outcome *outcome, const struct output_file *file,
			 const struct options *options, const struct format *format)
{
	const int error = file->output.error;
	const bool is_refused_by_folder = error == EACCES || error == EPERM || error == EROFS ||
					  error == EBUSY || error == EXDEV;
	char folder[FILE_NAME_SIZE];
	struct message *message = outcome_fail(outcome);
	message->place.file = file->name;
	if (error == ENOENT && system_is_link(file->name))
		fail(message, STATUS_FAILED, "is a symbolic link to a file that does not exist");
	else
		fail(message, STATUS_FAILED, "%s", system_reason(error));

	if (file->atomic.target_exists && is_refused_by_folder)
		/* The shell could empty a file before dungen reads it. */
		advise(message, "the file can be written but not replaced%s",
		       options->file_count == 0 ? ", so use > FILE" : "");
	else if (error == ENOENT && file_name_beside(folder, file->name, ".") &&
		 !system_exists(folder))
		advise(message, "create the folder first");
	else if (error == EISDIR && format)
		advise(message, "add a file name, such as %%i.%s", format->extensions[0]);
}

bool outcome_report(struct outcome *outcome, enum status status)
{
	/*
	 * A file that cannot be read is worse than a file without a sound map, and that is worse
	 * than a map that cannot be judged.
	 */
	if (outcome->status == STATUS_DONE || status == STATUS_FAILED ||
	    (outcome->status != STATUS_FAILED && status == STATUS_NO_MAP))
		outcome->status = status;
	outcome->report_count++;
	return outcome->report_count <= REPORTS_MAX;
}

void outcome_report_failure(struct outcome *outcome, const struct message *failure)
{
	if (outcome_report(outcome, failure->status))
		printer_print(failure);
}

enum status outcome_print(struct outcome *outcome)
{
	if (outcome->report_count > REPORTS_MAX) {
		struct message message = {.level = LEVEL_ERROR};
		fail(&message, outcome->status, "found %s",
		     count_text(outcome->report_count - REPORTS_MAX, "more problem",
				"more problems"));
		printer_print(&message);
	}
	if (message_is_empty(&outcome->message))
		return outcome->status;
	printer_print(&outcome->message);
	return outcome->status == STATUS_FAILED ? STATUS_FAILED : outcome->message.status;
}
