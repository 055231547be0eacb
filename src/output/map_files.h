/* SPDX-License-Identifier: MIT */
#pragma once

#include "output/atomic_file.h"
#include "output/output.h"

/*
 * Where the maps of a run go: standard output, a file, or a file for each map (see pattern.h). Files appear whole or
 * not at all, and never use the descriptors 0 to 2. One may be open at a time.
 */
struct map_files {
	const char *path; /* as given */
	bool pattern;
	char name[PATH_MOST]; /* of the current file: the path with its % filled in */
	struct atomic_file file;
	/* For the maps; has the first error of the run. Last, since its buffer is large and often unused. */
	struct output output;
};

/*
 * Starts writing to `path`, which has no fault in its pattern and must outlive it; to standard output if it is NULL or
 * "-". Errors are recorded in the output, and the first one stops everything.
 */
void map_files_open(struct map_files *files, const char *path);

/* The same for a run that writes nothing, not even to standard output. */
void map_files_open_none(struct map_files *files);

/*
 * Call before writing a map: opens its file, if each map has one, named after its seed and number. Returns false after
 * an error.
 */
bool map_files_begin(struct map_files *files, uint64_t seed, uint64_t number);

/*
 * Call after writing a map: puts its file in place, if each map has one, without flushing it to disk. Returns false
 * after an error.
 */
bool map_files_end(struct map_files *files);

/*
 * Writes what is left and closes. If the maps are complete and there was no error, a file for all maps is flushed to
 * disk and put in its place; so is a file of one map, if map_files_end was not called for it. Otherwise the open file
 * is removed, but bytes written elsewhere stay. Returns true if every byte was written.
 */
bool map_files_close(struct map_files *files, bool complete);
