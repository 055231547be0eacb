/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MAPS_H
#define DUNGEN_MAPS_H

#include "cli/faults.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/progress.h"

/*
 * Draws the seed of the first map from the operating system and prints it, unless --quiet; if maps are made and no seed
 * was given. All seeds of the batch are below 2^32 if the count allows that. Returns false after a message if the
 * system fails.
 */
bool maps_draw_seed(struct options *options);

/* Makes or reads the maps in order and passes them on, up to the first failure. Sets all of the run but its outcome. */
enum outcome maps_write(struct run *run, struct map_files *files, struct progress *progress);

/* The parts of maps_write follow. Each is zeroed before it is opened, and then has to be closed, whatever happened. */

/* Where the maps of a run come from: the generator, or the reader of a format. */
struct source {
	struct generator *generator;              /* NULL: maps are read */
	struct parameter parameters[OPTION_NONE]; /* of the generator's recipe */
	struct input input;
	struct reader reader;
};

/* Starts the source that the options choose. Returns false if out of memory. */
bool source_open(struct source *source, const struct options *options, struct progress *progress);

/* The same for maps that are read from a file. `progress` may be NULL. */
bool source_open_file(struct source *source, const struct options *options, const char *path,
		      struct progress *progress);

/*
 * Gets the next map of the run in a dungeon, which is valid until the next call. Returns OUTCOME_NO_SUCH_MAP for a seed
 * that has none, and OUTCOME_END after the last.
 */
enum outcome source_next(struct source *source, struct run *run, struct dungeon *dungeon);

void source_close(struct source *source);

/* Where the maps of a run go: to the writer of a format, or with --check and --compare to messages. */
struct sink {
	struct map_files *files;
	struct writer writer;
	struct check check;
	struct faults faults;
	/* Of --compare. */
	struct source source;   /* of the maps that are read */
	struct dungeon theirs;  /* the last of them */
	struct compare compare; /* memory */
	bool opened;            /* the source */
	uint64_t compared;
};

/* Starts the sink that the options choose. Returns false if out of memory. */
bool sink_open(struct sink *sink, const struct options *options, struct map_files *files);

/* Takes the map in run->dungeon; `number` is its number in the run. */
enum outcome sink_take(struct sink *sink, struct run *run, uint64_t number);

void sink_close(struct sink *sink);

/*
 * What a sink does with --compare: reads a map for the one in run->dungeon, where other maps may be made then, and
 * prints how they differ. After the last map, a file with more of them differs.
 */
enum outcome comparison_take(struct sink *sink, struct run *run, uint64_t number);
enum outcome comparison_end(struct sink *sink, struct run *run);

#endif
