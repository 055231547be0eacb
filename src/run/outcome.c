/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include <inttypes.h>
#include <stdio.h>

enum { REPORTS_MAX = 10 }; /* number of faults that are printed */

void outcome_start(struct outcome *outcome)
{
	outcome->status = STATUS_DONE;
	outcome->has_failed = false;
	outcome->is_out_of_memory = false;
	outcome->report_count = 0;
	outcome->notice_count = 0;
	message_clear(&outcome->failure);
}

struct message *outcome_fail(struct outcome *outcome)
{
	outcome->has_failed = true;
	message_clear(&outcome->failure);
	outcome->failure.status = STATUS_FAILED;
	return &outcome->failure;
}

const char *outcome_keep_name(struct outcome *outcome, const char *name)
{
	(void)snprintf(outcome->file_name, sizeof outcome->file_name, "%s", name);
	return outcome->file_name;
}

bool outcome_fail_with(struct outcome *outcome, const struct message *failure)
{
	outcome->failure = *failure;
	outcome->has_failed = true;
	return false;
}

bool outcome_fail_output(struct outcome *outcome)
{
	(void)outcome_fail(outcome);
	return false;
}

bool outcome_fail_memory(struct outcome *outcome)
{
	outcome->is_out_of_memory = true;
	(void)outcome_fail(outcome);
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

void outcome_report_failure(struct outcome *outcome, const struct message *failure)
{
	if (!outcome_report(outcome, failure->status))
		return;
	struct message message = *failure;
	message.status = outcome->status;
	message_print(&message);
}

struct message *outcome_notice(struct outcome *outcome)
{
	if (outcome->notice_count == NOTICES_MAX)
		outcome->notice_count--;
	struct message *notice = &outcome->notices[outcome->notice_count++];
	message_clear(notice);
	notice->level = LEVEL_NOTE;
	return notice;
}

/* Prints the number of faults that were not printed. */
static void print_remaining_reports(const struct outcome *outcome)
{
	struct message message = {.status = STATUS_DONE};
	if (outcome->report_count <= REPORTS_MAX)
		return;
	fail(&message, outcome->status, "found %" PRIu64 " more problems",
	     outcome->report_count - REPORTS_MAX);
	message_print(&message);
}

int outcome_print(const struct outcome *outcome)
{
	print_remaining_reports(outcome);
	if (outcome->has_failed) {
		message_print(&outcome->failure);
		if (outcome->status == STATUS_FAILED)
			return STATUS_FAILED;
		return (int)outcome->failure.status;
	}
	for (unsigned i = 0; i < outcome->notice_count; i++)
		message_print(&outcome->notices[i]);
	return (int)outcome->status;
}
