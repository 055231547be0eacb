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
 *             struct error *error = outcome_fail(&outcome, STATUS_NO_MAP);
 *             label_describe(label, error);
 *             error_set_problem(error, "missing seed");
 *             error_set_fix(error, "use %%i, the number of the map");
 *             return false;
 *
 *     The run goes on after a fault:
 *             if (outcome_report(&outcome, STATUS_NO_MAP))
 *                     error_print(&error);
 *
 *     The user should know something if the run succeeds:
 *             error_set_problem(outcome_notice(&outcome), "skipped 3 of 10 seeds");
 *
 *     outcome_print(&outcome);
 */

/* The exit status of the program. */
enum status {
	STATUS_DONE = 0,       /* success: every byte was written */
	STATUS_FAILED = 1,     /* reading, writing, or memory failed */
	STATUS_USAGE = 2,      /* the command line was wrong */
	STATUS_IMPOSSIBLE = 3, /* no map meets the conditions */
	STATUS_NO_MAP = 4,     /* an input map is invalid, is not sound, or differs */
};

/* Why a file does not contain a map, or why a run ends early. */
struct failure {
	enum status status;
	struct error error;
};

enum { NOTICES_MAX = 2 };

struct outcome {
	enum status status;     /* the exit status unless has_failed, from faults so far */
	bool has_failed;        /* the run ends early, for the reason in `failure` */
	bool is_out_of_memory;  /* memory ran out; run.c fills in the error */
	struct failure failure; /* if has_failed: the exit status and the reason, which a sink may
				   fill in when it ends */
	uint64_t report_count;  /* number of faults that did not end the run */
	unsigned notice_count;
	struct error notices[NOTICES_MAX];
};

/* Starts a run that has neither failed nor found a fault. */
void outcome_start(struct outcome *outcome);

/*
 * Ends the run. Replaces an earlier failure by this status and an empty error. Returns the error,
 * which the caller has to fill in.
 */
struct error *outcome_fail(struct outcome *outcome, enum status status);

/*
 * Ends the run with a copy of this failure. Always returns false, so that a function can `return
 * outcome_fail_with(...)`.
 */
bool outcome_fail_with(struct outcome *outcome, const struct failure *failure);

/*
 * Ends the run because of its output. Leaves the error empty: output_explain fills it in after the
 * output is closed. Always returns false.
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
void outcome_report_failure(struct outcome *outcome, const struct failure *failure);

/*
 * Adds a message that outcome_print prints if the run has not failed. Returns the message, which is
 * empty, for the caller to fill in. After NOTICES_MAX messages, a new message replaces the last
 * one.
 */
struct error *outcome_notice(struct outcome *outcome);

/*
 * Prints the number of faults that were not printed, and then the error of a run that failed, or
 * the notices. Returns the exit status.
 */
int outcome_print(const struct outcome *outcome);
