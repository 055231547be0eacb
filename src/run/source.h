/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "cli/progress.h"
#include "generate/generate.h"
#include "run/outcome.h"

/*
 * Where maps come from: the generator, a file, or one file for each map, if its name is a pattern. Zeroed before it is
 * opened.
 */
struct source {
	struct generator *generator;              /* NULL: maps are read */
	struct parameter parameters[OPTION_NONE]; /* of the generator's recipe */
	const struct options *options;
	const char *path;            /* of the files that are read, as given */
	const struct format *format; /* their format; NULL: the first bytes of each decide */
	struct progress *progress;   /* watches the input; NULL: nobody does */
	struct input input;
	struct reader reader;
	char name[PATH_MOST]; /* of the file that is open, if `path` is a pattern */
	uint64_t number;      /* of the last map, from 1 on */
	bool no_memory;       /* for the file that is read */
};

enum source_result {
	SOURCE_MAP,
	SOURCE_END,       /* the file has no more maps */
	SOURCE_TOO_FEW,   /* this seed has too few rooms; see the dungeon's room_count and attempts */
	SOURCE_FAULT,     /* what is read is no map; see source_fault */
	SOURCE_NO_MEMORY, /* for this seed */
};

/* Starts with seeds. The caller keeps the options. Returns false if out of memory. */
bool source_open_seeds(struct source *source, const struct options *options);

/* The same with files; the caller keeps the path, too. Standard input is "-". Nothing is read yet. */
void source_open_files(struct source *source, const struct options *options, const char *path,
		       const struct format *format);

/* Whether each map has a file of its own. */
bool source_has_pattern(const struct source *source);

/* The number of the last map in its file, or 0 if it is the first. */
uint64_t source_document(const struct source *source);

/*
 * Makes the map of a seed, or reads the next one, in a dungeon. Seed and number of the map name its file, if the path
 * is a pattern. After a fault in such a file, the next one can be read.
 */
enum source_result source_next(struct source *source, uint64_t seed, uint64_t number, struct dungeon *dungeon);

/*
 * Returns why the last map could not be read, a phrase with the name of its file, and sets *status to STATUS_FAILED for
 * an error of the system or of memory, or else to STATUS_NO_MAP.
 */
const char *source_fault(const struct source *source, enum status *status);

/* Where the last map comes from: "seed 42", "map.txt", or from its second document on "maps.ndjson: document 2". */
const char *source_place(const struct source *source, const struct dungeon *dungeon);

/* Prints what was left out of the last map that was read, if anything was. */
void source_tell_note(const struct source *source, const struct dungeon *dungeon);

/* Frees what the source owns. Safe on a zeroed source, and on one that was opened only in part. */
void source_close(struct source *source);
