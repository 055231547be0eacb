/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "cli/progress.h"
#include "generate/generate.h"
#include "run/outcome.h"

/*
 * Where maps come from: the generator, a file, or one file for each map, if its name is a pattern.
 * Zeroed before it is opened.
 */
struct source {
	struct generator *generator;              /* NULL: maps are read */
	struct parameter parameters[OPTION_NONE]; /* of the generator's recipe */
	const struct options *options;
	const char *path;            /* of the files that are read, as given; NULL: none are */
	const struct format *format; /* their format; NULL: the first bytes of each decide */
	struct progress *progress;   /* watches the generator and the input */
	struct input input; /* its error is ENOMEM if there is no memory for a map, wherever it
			       comes from */
	struct reader reader;
	struct history history; /* of the last map, if it is a trace or is to be written as one */
	char name[PATH_MOST];   /* of the file that is open */
	uint64_t number;        /* of the last map that was read, from 1 on */
	uint64_t last;          /* index of the last map that there may be */
};

enum source_result {
	SOURCE_MAP,
	SOURCE_END,     /* the file has no more maps */
	SOURCE_TOO_FEW, /* this seed has too few rooms; see the map's room_count and
			   generator_attempt_count */
	SOURCE_FAULT,   /* there is no map; see source_fail */
};

/*
 * Starts with the files at `path`, or standard input if that is "-", of a format or any (NULL); or
 * with the seeds of the options, if the path is NULL. The caller keeps all of these. Nothing is
 * read yet. Returns false if out of memory.
 */
bool source_open(struct source *source, const struct options *options, const char *path,
		 const struct format *format, struct progress *progress);

/* Whether each map has a file of its own. */
bool source_has_pattern(const struct source *source);

/* Whether there is anything to read behind the last map of a file. */
bool source_has_more(struct source *source);

/*
 * Makes the map of a seed, or reads the next one, into `map`. Seed and number of the map name its
 * file, if the path is a pattern. After a fault in such a file, the next one can be read.
 */
enum source_result source_next(struct source *source, uint64_t seed, uint64_t number,
			       struct map *map);

/*
 * Handles a map that could not be read. Sets run->fault and returns the status that ends the run.
 * With --check or --compare and a file for each map, reports the file instead and returns
 * STATUS_DONE.
 */
enum status source_fail(const struct source *source, struct run *run);

/* Says that there is no memory for the last map, as run->fault does. */
const char *source_memory_fault(const struct source *source);

/* Bytes of a place, with the zero at its end: a path, and the number of a document. */
enum { PLACE_MOST = PATH_MOST + 64 };

/*
 * Where the last map comes from, a phrase of less than PLACE_MOST bytes: "seed 42", "map.txt", or
 * from its second document on "maps.ndjson: document 2".
 */
const char *source_place(const struct source *source, const struct map *map);

/* Frees what the source owns. Safe on a zeroed source, and on one that was opened only in part. */
void source_close(struct source *source);
