/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

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

bool outcome_report(struct outcome *outcome, enum status status)
{
	/* A file that cannot be read is worse than a file without a sound map. */
	if (outcome->status != STATUS_FAILED)
		outcome->status = status;
	outcome->report_count++;
	return outcome->report_count <= outcome->reports_max;
}

void outcome_report_failure(struct outcome *outcome, const struct message *failure)
{
	if (outcome_report(outcome, failure->status))
		message_print(failure);
}

enum status outcome_print(struct outcome *outcome)
{
	if (outcome->report_count > outcome->reports_max) {
		struct message message = {.level = LEVEL_ERROR};
		fail(&message, outcome->status, "found %s",
		     count_text(outcome->report_count - outcome->reports_max, "more problem",
				"more problems"));
		message_print(&message);
	}
	if (message_is_empty(&outcome->message))
		return outcome->status;
	message_print(&outcome->message);
	return outcome->status == STATUS_FAILED ? STATUS_FAILED : outcome->message.status;
}
