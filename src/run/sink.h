/* SPDX-License-Identifier: MIT */
#pragma once

#include "run/source.h"

/*
 * A sink for maps: the last part of the pipeline. It writes each map, or looks for its faults
 * (--check), or compares it with the expected map (--compare).
 *
 *     struct sink *sink = write_sink_open(options, outcome);
 *     for each map that passes the filter:
 *             sink->take(sink, &map, &origin)
 *     sink->end(sink, &origin, is_complete);
 *
 * `take` returns false after failing the outcome.
 *
 * sink_write.c, sink_check.c, and sink_compare.c implement the three kinds.
 */
struct sink {
	/* Writes, checks, or compares a map. */
	bool (*take)(struct sink *sink, const struct map *map, const struct origin *origin);

	/*
	 * Finishes the work and frees the memory of the sink. `origin` belongs to the last map of
	 * the source. `is_complete` says that no map is missing; otherwise the outcome has failed
	 * already, and the sink discards its files. May fail the outcome.
	 */
	void (*end)(struct sink *sink, const struct origin *origin, bool is_complete);

	bool needs_attempts;   /* every map must have its attempts */
	bool reports_failures; /* a file whose rest is not a map does not end the run */
	bool has_unread_maps;  /* set by the caller: there was such a file */
};

/*
 * Each of these keeps its pointers, and returns the only sink of its kind, or NULL after failing
 * the outcome.
 */

/* Opens a sink that writes maps. */
struct sink *write_sink_open(const struct options *options, struct outcome *outcome);

/* Opens a sink that reports the faults of each map. */
struct sink *check_sink_open(const struct options *options, struct outcome *outcome);

/* Opens a sink that reports how the maps of files differ from the maps that were expected. */
struct sink *compare_sink_open(const struct options *options, struct outcome *outcome);
