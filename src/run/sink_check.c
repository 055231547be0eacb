/* SPDX-License-Identifier: MIT */
/* The sink that reports the faults of each map, for --check. */
#include "run/sink.h"

#include "map/check.h"
#include "run/fault_words.h"

#include <stdlib.h>

struct check_sink {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct check check;        /* memory of check_map, which calls report_fault */
	const struct label *label; /* label of the current map */
};

/* Reports a fault of the current map. check_map calls this. */
static void report_fault(void *context, const struct fault *fault)
{
	struct check_sink *sink = context;
	if (!outcome_report(sink->outcome, STATUS_NO_MAP))
		return;
	struct message message = {.status = STATUS_NO_MAP};
	label_describe(sink->label, &message);
	fault_describe(fault, &message);
	message_print(&message);
}

static bool check_sink_take(struct sink *base, const struct map *map, const struct label *label)
{
	struct check_sink *sink = (struct check_sink *)base;
	if (!label->note_is_fault) {
		label_print_note(label, sink->options);
	} else if (outcome_report(sink->outcome, STATUS_NO_MAP)) {
		struct message message = {.status = STATUS_NO_MAP};
		label_describe(label, &message);
		fail(&message, STATUS_NO_MAP, "%s", label->note);
		message_print(&message);
	}
	sink->label = label;
	if (!check_map(&sink->check, map))
		return outcome_fail_memory(sink->outcome);
	return true;
}

static bool check_sink_missing(struct sink *base, const struct message *failure)
{
	struct check_sink *sink = (struct check_sink *)base;
	outcome_report_failure(sink->outcome, failure);
	return true;
}

static void check_sink_end(struct sink *base, const struct label *label, bool is_complete)
{
	struct check_sink *sink = (struct check_sink *)base;
	(void)label;
	(void)is_complete;
	check_free(&sink->check);
	free(sink);
}

struct sink *check_sink_open(const struct options *options, struct outcome *outcome)
{
	struct check_sink *sink = calloc(1, sizeof *sink);
	if (!sink)
		return NULL;
	sink->sink = (struct sink){
		.take = check_sink_take, .missing = check_sink_missing, .end = check_sink_end};
	sink->options = options;
	sink->outcome = outcome;
	sink->check = (struct check){.report = report_fault, .context = sink};
	return &sink->sink;
}
