/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "cli/progress.h"
#include "formats/label.h"
#include "run/outcome.h"

/*
 * A source of maps: the first part of the pipeline. It generates a map from each seed, or reads
 * each map from a file, and hands it over with a label that says where it comes from.
 *
 *     struct source *source = source_open(options, progress, &label, outcome);
 *     do {
 *             result = source->next(source, &map, &label);
 *             map and label are valid until the next call
 *     } while (result != SOURCE_END && result != SOURCE_FAILED);
 *     source->close(source);
 *
 * There are two kinds, each in a file of its own: source_seeds.c and source_files.c.
 */
enum source_result {
	SOURCE_MAP,
	SOURCE_TOO_FEW_ROOMS, /* the seed has fewer rooms than --min-rooms; the map is incomplete */
	SOURCE_UNREADABLE,    /* a file has no map, as source->failure says; others may follow */
	SOURCE_FAILED,        /* there is no map, as source->failure says, and nothing can follow */
	SOURCE_END,           /* no map is left; the label is that of the last call */
};

struct source {
	/* Generates or reads the next map. It is zeroed before the first call, and reused. */
	enum source_result (*next)(struct source *source, struct map *map, struct label *label);

	/*
	 * Returns whether anything follows the last map, which there has to be. May read ahead, and
	 * wait for input.
	 */
	bool (*has_more)(struct source *source);

	/* Frees the source. */
	void (*close)(struct source *source);

	bool needs_history;     /* set by the caller: label->history has to be filled in */
	struct failure failure; /* why the last call returned no map */
};

/*
 * Opens the source that the options ask for. Files are not opened before the first call of `next`.
 * Until then, the label contains only what messages need. The source keeps the pointers to
 * options and progress. Returns NULL after outcome_fail or outcome_fail_memory.
 */
struct source *source_open(const struct options *options, struct progress *progress,
			   struct label *label, struct outcome *outcome);

/*
 * The maps of consecutive seeds. Without --seed, the first seed is drawn from the operating system
 * and printed. All seeds of a batch are below 2^32 then, if their number allows that. Returns NULL
 * after outcome_fail or outcome_fail_memory.
 */
struct source *source_of_seeds(const struct options *options, struct progress *progress,
			       struct outcome *outcome);

/*
 * The maps in a file, or with a pattern, in one file each. `path` is "-" for standard input.
 * `format` is NULL if the first bytes of each file decide. Returns NULL if out of memory.
 */
struct source *source_of_files(const struct options *options, const char *path,
			       const struct format *format, struct progress *progress);

/*
 * Reads the map that belongs to a map from another source, and does what `next` does: with a
 * pattern, from the file that is named after this seed and number; otherwise the next map. Never
 * returns SOURCE_END for a pattern.
 */
enum source_result source_of_files_read(struct source *source, uint64_t seed, uint64_t number,
					struct map *map, struct label *label);
