/* SPDX-License-Identifier: MIT */
/* The sink that reports the faults of each map, for --check. */
#include "run/sink.h"

#include "map/check.h"
#include "run/fault_words.h"
#include "run/label_words.h"

#include <stdlib.h>

struct checker {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct check check;        /* memory */
	const struct label *label; /* of the map that is checked */
};

/* Reports a fault that check_map has found. */
static void report_fault(void *context, const struct fault *fault)
{
	struct checker *checker = context;
	if (!outcome_report(checker->outcome, STATUS_NO_MAP))
		return;
	struct text text = {.length = 0};
	add_fault(&text, fault);
	message("%s: %s", label_place(checker->label), text.bytes);
}

static bool check_take(struct sink *sink, const struct map *map, const struct label *label)
{
	struct checker *checker = (struct checker *)sink;
	label_print_note(label, checker->options);
	checker->label = label;
	if (!check_map(&checker->check, map))
		return outcome_fail_memory(checker->outcome);
	return true;
}

static bool check_missing(struct sink *sink, const struct failure *failure)
{
	struct checker *checker = (struct checker *)sink;
	outcome_report_failure(checker->outcome, failure);
	return true;
}

static void check_end(struct sink *sink, const struct label *label, bool is_complete)
{
	struct checker *checker = (struct checker *)sink;
	(void)label;
	(void)is_complete;
	check_free(&checker->check);
	free(checker);
}

struct sink *sink_of_check(const struct options *options, struct progress *progress,
			   struct outcome *outcome)
{
	struct checker *checker = calloc(1, sizeof *checker);
	if (!checker)
		return NULL;
	checker->sink = (struct sink){
		.take = check_take, .missing = check_missing, .end = check_end};
	checker->options = options;
	checker->outcome = outcome;
	checker->check = (struct check){
		.report = report_fault, .context = checker, .watch = &progress->watch};
	return &checker->sink;
}
