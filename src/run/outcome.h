/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How a run ends: the exit status of the program, and the messages that explain it. run_maps, the
 * sources, and the sinks share one outcome.
 *
 *     struct outcome outcome;
 *     outcome_start(&outcome);
 *
 *     The run ends early:
 *             struct message *message = outcome_fail(&outcome);
 *             label_describe(label, message);
 *             fail(message, STATUS_NO_MAP, "missing seed");
 *             return advise(message, "use %%i, the number of the map");
 *
 *     The run goes on after a fault:
 *             if (outcome_report(&outcome, STATUS_NO_MAP))
 *                     message_print(&message);
 *
 *     The user should know something if the run succeeds:
 *             text_set(&outcome_notice(&outcome)->problem, "skipped 3 of 10 seeds");
 *
 *     outcome_print(&outcome);
 */

enum { NOTICES_MAX = 2 };

struct outcome {
	enum status status;     /* the exit status unless has_failed, from faults so far */
	bool has_failed;        /* the run ends early, for the reason in `failure` */
	bool is_out_of_memory;  /* memory ran out; run.c fills in the message */
	struct message failure; /* if has_failed: the exit status and the reason, which a sink may
				   fill in when it ends */
	char file_name[FILE_NAME_SIZE]; /* see outcome_keep_name */
	uint64_t report_count;          /* number of faults that did not end the run */
	unsigned notice_count;
	struct message notices[NOTICES_MAX];
};

/* Starts a run that has neither failed nor found a fault. */
void outcome_start(struct outcome *outcome);

/*
 * Ends the run. Replaces an earlier failure by an empty one with STATUS_FAILED. Returns it, for the
 * caller to fill in.
 */
struct message *outcome_fail(struct outcome *outcome);

/*
 * Returns a copy of the name of a file, for a message that is printed when the name no longer
 * exists. The next call replaces the copy.
 */
const char *outcome_keep_name(struct outcome *outcome, const char *name);

/*
 * Ends the run with a copy of this failure. Always returns false, so that a function can `return
 * outcome_fail_with(...)`.
 */
bool outcome_fail_with(struct outcome *outcome, const struct message *failure);

/*
 * Ends the run because of its output. Leaves the message empty: output_explain fills it in after
 * the output is closed. Always returns false.
 */
bool outcome_fail_output(struct outcome *outcome);

/* Ends the run because memory ran out. Always returns false. */
bool outcome_fail_memory(struct outcome *outcome);

/*
 * Counts a fault that does not end the run: a finding of --check or --compare, or an unreadable
 * file among several. Sets the status of the outcome to `status`, STATUS_FAILED or STATUS_NO_MAP.
 * STATUS_FAILED is final. Returns whether the caller should print the fault. Only the first ten are
 * printed, and outcome_print prints the number of the others.
 */
bool outcome_report(struct outcome *outcome, enum status status);

/* Reports a failure that does not end the run, and prints it if outcome_report says so. */
void outcome_report_failure(struct outcome *outcome, const struct message *failure);

/*
 * Adds a message that outcome_print prints if the run has not failed. Returns the message, which is
 * empty, for the caller to fill in. After NOTICES_MAX messages, a new message replaces the last
 * one.
 */
struct message *outcome_notice(struct outcome *outcome);

/*
 * Prints the number of faults that were not printed, and then the error of a run that failed, or
 * the notices. Returns the exit status.
 */
int outcome_print(const struct outcome *outcome);
