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
#include "run/filter_words.h"
#include "run/label_words.h"
#include "run/sink.h"
#include "run/source.h"

struct run {
	struct source *source;
	struct filter filter;
	struct sink *sink;
	struct map map;     /* the current map */
	struct label label; /* where the current map comes from */
	struct outcome *outcome;
};

/* Passes the current map through the filter to the sink. Returns false if the run has to end. */
static bool pass_map(struct run *run)
{
	bool passes;
	if (!filter_test(&run->filter, &run->map, &run->label, &passes))
		return outcome_fail_memory(run->outcome);
	if (!passes)
		return true;
	return run->sink->take(run->sink, &run->map, &run->label);
}

/* Gets the next map from the source, and passes it on. Returns false if the run has to end. */
static bool pass_next(struct run *run)
{
	struct source *source = run->source;
	switch (source->next(source, &run->map, &run->label)) {
	case SOURCE_MAP:
		return pass_map(run);
	case SOURCE_TOO_FEW_ROOMS:
		filter_count_miss(&run->filter);
		return true;
	case SOURCE_UNREADABLE:
		return run->sink->missing(run->sink, &source->failure);
	case SOURCE_FAILED:
		return outcome_fail_with(run->outcome, &source->failure);
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
	if (filter->options->find > 0) {
		progress.done = filter->passed_count;
		progress.seed_count = filter->tried_count;
	} else if (filter->options->file_count > 0) {
		progress.done = run->label.file_index;
	}
	progress_show();
}

/*
 * Passes maps on until the filter needs no more maps, the source has no more maps, or the run
 * fails. Then says in the outcome how many maps did not pass, or why no map passed.
 */
static void pass_maps(struct run *run)
{
	while (!filter_is_done(&run->filter) && pass_next(run))
		show_progress(run);
	if (run->outcome->has_failed)
		return;
	if (filter_is_satisfied(&run->filter, run->outcome))
		filter_add_notice(&run->filter, &run->label, run->outcome);
	else
		filter_fail(&run->filter, &run->map, &run->label, run->sink->keeps_maps,
			    run->outcome);
}

void run_maps(const struct options *options, struct outcome *outcome)
{
	struct run run = {.outcome = outcome};
	start_progress(options);
	filter_open(&run.filter, options);
	run.source = source_open(options, &run.label, outcome);
	if (!run.source)
		goto out;
	run.sink = sink_open(options, run.source, outcome);
	if (!run.sink)
		goto out;
	run.source->needs_history = run.sink->needs_history;
	pass_maps(&run);

out:
	/*
	 * A source says for which map memory ran out, and a sink that cannot be opened may have
	 * another error. All other parts leave the message empty.
	 */
	if (outcome->is_out_of_memory && message_is_empty(&outcome->failure))
		label_describe_memory(&run.label, options, &outcome->failure);
	/* A sink that cannot close its output replaces an earlier error. */
	if (run.sink)
		run.sink->end(run.sink, &run.label, !outcome->has_failed);
	if (run.source)
		run.source->close(run.source);
	progress_end();
	filter_close(&run.filter);
	map_free(&run.map);
}
