/* SPDX-License-Identifier: MIT */
#pragma once

#include "run/source.h"

/*
 * A sink for maps: the last part of the pipeline. It writes each map, or looks for its faults
 * (--check), or compares it with another map (--compare).
 *
 *     struct sink *sink = sink_open(options, progress, outcome);
 *     for each map that passes the filter:
 *             sink->take(sink, &map, &label)
 *     for each file without a map:
 *             sink->missing(sink, &failure)
 *     sink->end(sink, &label, is_complete);
 *
 * The functions that return bool return false if the run has to end, after outcome_fail or one of
 * its relatives.
 *
 * There are three kinds, each in a file of its own: sink_write.c, sink_check.c, and sink_compare.c.
 */
struct sink {
	/* Takes the next map. */
	bool (*take)(struct sink *sink, const struct map *map, const struct label *label);

	/*
	 * Handles a file that has no map, as the failure says: ends the run if maps are written, or
	 * reports the failure, and goes on with the next file.
	 */
	bool (*missing)(struct sink *sink, const struct failure *failure);

	/*
	 * Ends the run and frees the sink. `is_complete` says that it has taken all maps; otherwise
	 * the outcome has failed. `label` is that of the last map. An error may fail the outcome.
	 */
	void (*end)(struct sink *sink, const struct label *label, bool is_complete);

	bool needs_history; /* generated maps have to come with their attempts to place rooms */
	bool keeps_maps;    /* maps that were taken stay written if the run fails */
};

/*
 * Opens the sink that the options ask for. It keeps all of these pointers. Returns NULL after
 * outcome_fail or one of its relatives.
 */
struct sink *sink_open(const struct options *options, struct progress *progress,
		       struct outcome *outcome);

/* Writes maps. Returns NULL after outcome_fail or one of its relatives. */
struct sink *sink_of_writer(const struct options *options, struct progress *progress,
			    struct outcome *outcome);

/* Reports the faults of each map. Returns NULL if out of memory. */
struct sink *sink_of_check(const struct options *options, struct progress *progress,
			   struct outcome *outcome);

/* Reports how maps differ from those of --compare. Returns NULL if out of memory. */
struct sink *sink_of_compare(const struct options *options, struct progress *progress,
			     struct outcome *outcome);
