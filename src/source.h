/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SOURCE_H
#define DUNGEN_SOURCE_H

#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/* Where the maps of a run come from: the generator, or the reader of a format. */
struct source {
	const struct options *options;
	struct generator *generator;              /* NULL: maps are read */
	struct parameter parameters[OPTION_NONE]; /* of the generator's recipe */
	struct input input;
	struct reader reader;
};

enum source_result {
	SOURCE_MAP,
	SOURCE_NONE, /* a seed that has no such map */
	SOURCE_END,
	SOURCE_FAILED, /* the run has the outcome */
};

/* Starts the source that the options choose. Returns false if out of memory; call source_close then, too. */
bool source_open(struct source *source, const struct options *options, struct progress *progress);

/* The same for maps that are read from a file. `progress` may be NULL. */
bool source_open_file(struct source *source, const struct options *options, const char *path,
		      struct progress *progress);

/* Gets the next map in run->dungeon, which is valid until the next call. Counts it in run->tried. */
enum source_result source_next(struct source *source, struct run *run);

/* Frees the source's memory and closes its file. Safe on a zeroed source. */
void source_close(struct source *source);

#endif
