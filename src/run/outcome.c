/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include <inttypes.h>

enum { REPORTS_MAX = 10 }; /* number of faults that are printed */

void outcome_start(struct outcome *outcome)
{
	outcome->status = STATUS_DONE;
	outcome->has_failed = false;
	outcome->is_out_of_memory = false;
	outcome->report_count = 0;
	outcome->notice_count = 0;
	error_clear(&outcome->failure.error);
}

struct error *outcome_fail(struct outcome *outcome, enum status status)
{
	outcome->has_failed = true;
	outcome->failure.status = status;
	error_clear(&outcome->failure.error);
	outcome->failure.error.status = (int)status;
	return &outcome->failure.error;
}

bool outcome_fail_with(struct outcome *outcome, const struct failure *failure)
{
	outcome->failure = *failure;
	outcome->failure.error.status = (int)failure->status;
	outcome->has_failed = true;
	return false;
}

bool outcome_fail_output(struct outcome *outcome)
{
	(void)outcome_fail(outcome, STATUS_FAILED);
	return false;
}

bool outcome_fail_memory(struct outcome *outcome)
{
	outcome->is_out_of_memory = true;
	(void)outcome_fail(outcome, STATUS_FAILED);
	return false;
}

bool outcome_report(struct outcome *outcome, enum status status)
{
	/* A file that cannot be read is worse than a file without a sound map. */
	if (outcome->status != STATUS_FAILED)
		outcome->status = status;
	outcome->report_count++;
	return outcome->report_count <= REPORTS_MAX;
}

void outcome_report_failure(struct outcome *outcome, const struct failure *failure)
{
	if (!outcome_report(outcome, failure->status))
		return;
	struct error error = failure->error;
	error.status = (int)outcome->status;
	error_print(&error);
}

struct error *outcome_notice(struct outcome *outcome)
{
	if (outcome->notice_count == NOTICES_MAX)
		outcome->notice_count--;
	struct error *notice = &outcome->notices[outcome->notice_count++];
	error_clear(notice);
	notice->level = LEVEL_NOTE;
	return notice;
}

/* Prints the number of faults that were not printed. */
static void print_remaining_reports(const struct outcome *outcome)
{
	struct error error = {.status = (int)outcome->status};
	if (outcome->report_count <= REPORTS_MAX)
		return;
	error_set_problem(&error, "found %" PRIu64 " more problems",
			  outcome->report_count - REPORTS_MAX);
	error_print(&error);
}

int outcome_print(const struct outcome *outcome)
{
	print_remaining_reports(outcome);
	if (outcome->has_failed) {
		error_print(&outcome->failure.error);
		if (outcome->status == STATUS_FAILED)
			return STATUS_FAILED;
		return (int)outcome->failure.status;
	}
	for (unsigned i = 0; i < outcome->notice_count; i++)
		error_print(&outcome->notices[i]);
	return (int)outcome->status;
}
