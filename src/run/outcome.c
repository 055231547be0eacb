/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include <inttypes.h>
#include <stdarg.h>

/* Number of faults that are printed. */
enum { REPORTS_MAX = 10 };

bool outcome_fail(struct outcome *outcome, enum status status, const char *where,
		  const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	error_set_list(&outcome->failure.error, where, format, arguments);
	va_end(arguments);
	outcome->failure.status = status;
	outcome->has_failed = true;
	return false;
}

bool outcome_suggest(struct outcome *outcome, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&outcome->failure.error.fix, format, arguments);
	va_end(arguments);
	return false;
}

bool outcome_fail_with(struct outcome *outcome, const struct failure *failure)
{
	outcome->failure = *failure;
	outcome->has_failed = true;
	return false;
}

bool outcome_fail_output(struct outcome *outcome)
{
	outcome->failure = (struct failure){.status = STATUS_FAILED};
	outcome->has_failed = true;
	return false;
}

bool outcome_fail_memory(struct outcome *outcome)
{
	outcome->is_out_of_memory = true;
	outcome->failure = (struct failure){.status = STATUS_FAILED};
	outcome->has_failed = true;
	return false;
}

bool outcome_report(struct outcome *outcome, enum status status)
{
	/* A file that cannot be read is worse than a file with a wrong map. */
	if (outcome->status != STATUS_FAILED)
		outcome->status = status;
	outcome->report_count++;
	return outcome->report_count <= REPORTS_MAX;
}

void outcome_report_failure(struct outcome *outcome, const struct failure *failure)
{
	if (outcome_report(outcome, failure->status))
		error_print(&failure->error);
}

void outcome_notice(struct outcome *outcome, const char *format, ...)
{
	if (outcome->notice_count == NOTICES_MAX)
		return;
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&outcome->notices[outcome->notice_count], format, arguments);
	va_end(arguments);
	outcome->notice_count++;
}

int outcome_print(const struct outcome *outcome)
{
	if (outcome->report_count > REPORTS_MAX)
		message("and %" PRIu64 " more", outcome->report_count - REPORTS_MAX);
	if (outcome->has_failed) {
		error_print(&outcome->failure.error);
		return (int)outcome->failure.status;
	}
	for (unsigned i = 0; i < outcome->notice_count; i++)
		message("%s", outcome->notices[i].bytes);
	return (int)outcome->status;
}
