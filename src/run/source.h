/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/options.h"
#include "run/origin.h"
#include "run/outcome.h"

/*
 * A source of maps: the first part of the pipeline. It generates a map from each seed, or reads
 * each map from a file, and hands it over with an origin that says where it comes from.
 *
 *     struct map map = {0};
 *     struct source *source = files_source_open(options, NULL);
 *     do {
 *             result = source->next(source, &map, &origin);
 *             map and origin are valid until the next call
 *     } while (result != SOURCE_END && result != SOURCE_FAILED);
 *     source->close(source);
 *     map_free(&map);
 *
 * source_seeds.c and source_files.c implement the two kinds.
 */
enum source_result {
	SOURCE_MAP,
	SOURCE_TOO_FEW_ROOMS, /* the seed does not meet --min-rooms; the map is incomplete */
	SOURCE_UNREADABLE,    /* the rest of a file is not a map; source->failure says why. The
				 source can go on with the next file. */
	SOURCE_FAILED,        /* memory ran out */
	SOURCE_END,           /* all maps were handed over; the origin did not change */
};

struct source {
	/*
	 * Generates or reads the next map. The caller zeroes the map before the first call, and
	 * passes the same map each time, so that its memory is reused.
	 */
	enum source_result (*next)(struct source *source, struct map *map, struct origin *origin);

	/* Closes the open file, and frees the memory of the source. */
	void (*close)(struct source *source);

	bool needs_attempts;    /* set by the caller: every map must have its attempts */
	bool links_next;        /* set by the caller before `next`, for a source of seeds: the next
				   maps begin at the exit of the map that is passed to `next` */
	struct message failure; /* set after SOURCE_UNREADABLE, and by a file after SOURCE_FAILED */
};

/*
 * Opens the only source that generates the maps of consecutive seeds. Without --seed, it draws the
 * first seed from the operating system and prints it. Returns NULL after failing the outcome, or if
 * out of memory.
 */
struct source *seeds_source_open(const struct options *options, struct outcome *outcome);

/*
 * Opens a source that reads the maps of the FILEs, one file after the other, or only the file
 * `trace` unless that is NULL. The path "-" stands for standard input. The content of each file
 * decides its format. The number of a map counts the maps of all files, and a file that cannot be
 * read counts as one. The source keeps the pointers, and opens files only when `next` is
 * called. Returns NULL if out of memory.
 */
struct source *files_source_open(const struct options *options, const char *trace);

/* Says which seed comes first, unless the user gave it as a number, or gave --quiet. */
void print_seed(const struct options *options, uint64_t seed);
