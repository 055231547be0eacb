/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/printer.h"
#include "cli/options.h"
#include "io/output_file.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How a run ends: the exit status of the program, and why the run ends early, if it does. run_maps,
 * the source, the filter, and the sink share one outcome.
 *
 *     struct outcome outcome = {.status = STATUS_DONE};
 *
 *     The run ends early. Its loop has set the place of the message, and sees that a function has
 *     returned false:
 *             return fail(&outcome.message, STATUS_NO_MAP, "missing seed");
 *
 *     The run goes on after a fault:
 *             if (outcome_report(&outcome, STATUS_NO_MAP))
 *                     printer_print(&message);
 *
 *     return outcome_print(&outcome);
 *
 * A zeroed outcome has neither failed nor found a fault.
 */
struct outcome {
	enum status status;     /* the exit status, from the faults so far */
	uint64_t report_count;  /* number of these faults */
	struct message message; /* why the run ends early; empty if it does not */
};

/* Ends the run. Empties the message and returns it, for the caller to fill in. */
struct message *outcome_fail(struct outcome *outcome);

/*
 * Ends the run because memory ran out, or because the output failed. The message says that memory
 * ran out, and the end of the sink replaces it if the output failed. Always returns false.
 */
bool outcome_stop(struct outcome *outcome);

/* Ends the run with a copy of this failure. Always returns false. */
bool outcome_fail_with(struct outcome *outcome, const struct message *failure);

/*
 * Ends the run with the first error of an output: the name of the file, why it could not be
 * written, and what would work. Replaces an earlier message. `format` is that of the maps, or NULL.
 */
void outcome_fail_output(struct outcome *outcome, const struct output_file *file,
			 const struct options *options, const struct format *format);

/*
 * Counts a fault that does not end the run: a finding of --check or --compare, or an unreadable
 * file among several. Sets the status of the outcome to `status`, unless it is worse already:
 * STATUS_FAILED is worse than STATUS_NO_MAP, and that is worse than the others. Returns whether the
 * caller should print the fault. Only the first ones are printed, and outcome_print prints the
 * number of the others.
 */
bool outcome_report(struct outcome *outcome, enum status status);

/* Reports a failure that does not end the run, and prints it if outcome_report says so. */
void outcome_report_failure(struct outcome *outcome, const struct message *failure);

/*
 * Prints the number of faults that were not printed, and why the run ended early. Returns the exit
 * status.
 */
enum status outcome_print(struct outcome *outcome);
