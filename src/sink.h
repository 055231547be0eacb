/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SINK_H
#define DUNGEN_SINK_H

#include "cli/faults.h"
#include "comparison.h"

/* Where the maps of a run go: to the writer of a format, or with --check and --compare to messages. */
struct sink {
	const struct options *options;
	struct map_files *files;
	struct writer writer;
	struct check check;
	struct faults faults;
	struct comparison comparison;
};

/* Starts the sink that the options choose. Returns false if out of memory; call sink_close then, too. */
bool sink_open(struct sink *sink, const struct options *options, struct map_files *files);

/* Takes the map in run->dungeon; `number` is its number in the run. Returns false if the run failed. */
bool sink_take(struct sink *sink, struct run *run, uint64_t number);

/* Call it after the last map. Returns false if the run failed. */
bool sink_end(struct sink *sink, struct run *run);

/* Frees the sink's memory. Safe on a zeroed sink. */
void sink_close(struct sink *sink);

#endif
