/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/messages.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How a run ends: the exit status of the program, and the messages that explain it.
 *
 *     struct outcome outcome;
 *     outcome_start(&outcome);
 *
 *     The run ends:
 *             struct error *error = outcome_fail(&outcome, STATUS_NO_MAP);
 *             label_describe(label, error);
 *             error_set_problem(error, "has only tiles");
 *             error_set_fix(error, "leave out --no-tiles");
 *             return false;
 *
 *     The run goes on:
 *             if (outcome_report(&outcome, STATUS_NO_MAP))
 *                     error_print(&error);
 *
 *     If the run succeeds, the user should know:
 *             error_set_problem(outcome_notice(&outcome), "3 of 10 seeds left out");
 *
 *     outcome_print(&outcome);
 */

/* The exit status of the program. */
enum status {
	STATUS_DONE = 0,       /* every byte was written */
	STATUS_FAILED = 1,     /* reading, writing, or memory failed */
	STATUS_USAGE = 2,      /* the command line was wrong */
	STATUS_IMPOSSIBLE = 3, /* no map meets the conditions */
	STATUS_NO_MAP = 4,     /* an input map is invalid, is not sound, or differs */
};

/* The reason why a map is missing, or why a run ends. */
struct failure {
	enum status status;
	struct error error;
};

enum { NOTICES_MAX = 2 };

struct outcome {
	enum status status;     /* the exit status so far */
	bool has_failed;        /* the run ends early, for the reason in `failure` */
	bool is_out_of_memory;  /* it ends because memory ran out; run.c says for what */
	struct failure failure; /* its error may be empty until the sink ends */
	uint64_t report_count;  /* faults that were reported while the run went on */
	unsigned notice_count;
	struct error notices[NOTICES_MAX];
};

/* Starts a run that has neither failed nor found a fault. */
void outcome_start(struct outcome *outcome);

/*
 * Ends the run with a status and an error that replace any earlier ones. Returns the error, which
 * is empty, for the caller to fill in.
 */
struct error *outcome_fail(struct outcome *outcome, enum status status);

/*
 * Ends the run with a failure that is already described. Always returns false, so that a function
 * can `return outcome_fail_with(...)`.
 */
bool outcome_fail_with(struct outcome *outcome, const struct failure *failure);

/*
 * Ends the run because of its output, whose error is worded when it is closed. Always returns
 * false.
 */
bool outcome_fail_output(struct outcome *outcome);

/* Ends the run because memory ran out. Always returns false. */
bool outcome_fail_memory(struct outcome *outcome);

/*
 * Counts a fault that does not end the run: what --check or --compare finds, or an unreadable file
 * among several. The status becomes STATUS_FAILED or STATUS_NO_MAP; once it is STATUS_FAILED, it
 * stays. Returns whether the caller should print the fault. After ten faults, it should not: the
 * number of the others is enough.
 */
bool outcome_report(struct outcome *outcome, enum status status);

/* Reports a failure that does not end the run, and prints it if outcome_report says so. */
void outcome_report_failure(struct outcome *outcome, const struct failure *failure);

/*
 * Adds a message that is printed if the run does not fail. Returns the message, which is empty, for
 * the caller to fill in. There is space for NOTICES_MAX of them.
 */
struct error *outcome_notice(struct outcome *outcome);

/*
 * Prints how the run ended: the number of faults that were not printed, then the error or the
 * notices. Returns the exit status.
 */
int outcome_print(const struct outcome *outcome);
