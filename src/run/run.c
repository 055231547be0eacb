/* SPDX-License-Identifier: MIT */
/*
 * The pipeline:
 *
 *     source (seeds, files)  ->  filter (--min-rooms, --where)  ->  sink (write, check, compare)
 *
 * This file is the loop between them. It works with every kind of source and sink. source.h and
 * sink.h explain the kinds.
 */
#include "run/run.h"

#include "io/progress.h"
#include "run/filter.h"
#include "run/sink.h"
#include "run/source.h"

struct run {
	const struct options *options;
	struct source *source;
	struct filter filter;
	struct sink *sink;
	struct map map;       /* the current map */
	struct origin origin; /* where the current map comes from */
	struct outcome *outcome;
};

/* Opens the source, the filter, and the sink. Returns false if the run has failed. */
static bool open_run(struct run *run)
{
	const struct options *options = run->options;
	filter_open(&run->filter, options);
	run->origin.note = "";
	if (options->file_count > 0)
		run->origin.file = options->files[0];
	origin_describe(&run->origin, &run->outcome->message);
	run->source = options->file_count > 0 ? files_source_open(options, NULL)
					      : seeds_source_open(options, run->outcome);
	if (!run->source)
		return outcome_stop(run->outcome);
	if (options->compare)
		run->sink = compare_sink_open(options, run->outcome);
	else if (options->check)
		run->sink = check_sink_open(options, run->outcome);
	else
		run->sink = write_sink_open(options, run->outcome);
	if (!run->sink)
		return false;
	run->source->needs_attempts = run->sink->needs_attempts;
	return true;
}

/*
 * Gets the next map from the source, and passes it through the filter to the sink. Returns false at
 * the end of the source, or after failing the outcome.
 */
static bool pass_next(struct run *run)
{
	struct source *source = run->source;
	struct sink *sink = run->sink;
	bool passes;
	const enum source_result result = source->next(source, &run->map, &run->origin);
	origin_describe(&run->origin, &run->outcome->message);
	switch (result) {
	case SOURCE_MAP:
		if (!filter_test(&run->filter, &run->map, &passes))
			return outcome_stop(run->outcome);
		if (!passes)
			return true;
		source->links_next = run->options->is_linked;
		/* --find numbers only the maps that pass. */
		if (run->options->find > 0)
			run->origin.number = run->filter.passed_count;
		return sink->take(sink, &run->map, &run->origin);
	case SOURCE_TOO_FEW_ROOMS:
		filter_count_miss(&run->filter, &run->map);
		return true;
	case SOURCE_UNREADABLE:
		if (!sink->reports_failures)
			return outcome_fail_with(run->outcome, &source->failure);
		outcome_report_failure(run->outcome, &source->failure);
		sink->has_unread_maps = true;
		return true;
	case SOURCE_FAILED:
		return outcome_stop(run->outcome);
	case SOURCE_END:
		break;
	}
	return false;
}

/* Starts to count what a run has to do: find maps, read files, or generate maps. */
static void start_progress(const struct options *options)
{
	if (options->find > 0)
		progress_start(!options->quiet, "maps found", options->find);
	else if (options->file_count > 0)
		progress_start(!options->quiet, "files", options->file_count);
	else
		progress_start(!options->quiet, "maps", options->count);
}

/* Shows how much of that is done. */
static void show_progress(const struct run *run)
{
	const struct filter *filter = &run->filter;
	progress.done = filter->tried_count;
	if (run->options->find > 0) {
		progress.done = filter->passed_count;
		progress.seed_count = filter->tried_count;
	} else if (run->options->file_count > 0) {
		progress.done = run->origin.file_index;
	}
	progress_show();
}

void run_maps(const struct options *options, struct outcome *outcome)
{
	struct run run = {.options = options, .outcome = outcome};
	const struct message *failure = &outcome->message;
	start_progress(options);
	const bool is_open = open_run(&run);
	while (is_open && !filter_is_done(&run.filter) && pass_next(&run))
		show_progress(&run);
	if (message_is_empty(failure))
		filter_finish(&run.filter, &run.origin, outcome);
	/* A sink that cannot close its output replaces an earlier message. */
	if (run.sink)
		run.sink->end(run.sink, &run.origin, message_is_empty(failure));
	progress_end();
	if (message_is_empty(failure))
		filter_print_notice(&run.filter, &run.origin);
	if (run.source)
		run.source->close(run.source);
	filter_close(&run.filter);
	map_free(&run.map);
}
