/* SPDX-License-Identifier: MIT */
#include "output/map_files.h"

#include "output/pattern.h"
#include "output/system.h"

#include <errno.h>
#include <string.h>

static void open_file(struct map_files *files, uint64_t seed, uint64_t number)
{
	bool named = pattern_fill(files->name, files->path, seed, number);
	bool opened = named && atomic_file_open(&files->file, files->name);
	output_start(&files->output, opened ? files->file.descriptor : -1, named ? files->name : files->path);
	if (!opened)
		output_fail(&files->output, errno);
}

static void close_file(struct map_files *files, enum atomic_file_end end)
{
	struct output *output = &files->output;
	if (end == ATOMIC_FILE_DISCARD && !files->file.in_place)
		output->used = 0;
	if (!output_finish(output))
		end = ATOMIC_FILE_DISCARD;
	bool open = output->descriptor >= 0;
	output->descriptor = -1;
	if (open && !atomic_file_close(&files->file, end))
		output_fail(output, errno);
}

void map_files_open(struct map_files *files, const char *path)
{
	files->path = path && strcmp(path, "-") == 0 ? NULL : path;
	files->pattern = pattern_has(files->path, "di");
	/* Standard output, unless a file is opened. */
	files->file.descriptor = SYSTEM_STANDARD_OUTPUT;
	files->file.in_place = true;
	files->file.unplaceable = files->file.left_behind = false;
	files->output.written = 0;
	files->output.watch = NULL;
	if (files->path && !files->pattern)
		open_file(files, 0, 0);
	else if (files->path)
		output_start(&files->output, -1, path);
	else
		output_start(&files->output, SYSTEM_STANDARD_OUTPUT, "standard output");
}

void map_files_open_none(struct map_files *files)
{
	map_files_open(files, NULL);
	files->output.descriptor = -1;
}

bool map_files_begin(struct map_files *files, uint64_t seed, uint64_t number)
{
	/* Uncovered: no file is opened after the first error, which ends a run. */
	if (files->pattern && !files->output.error)
		open_file(files, seed, number);
	return !files->output.error;
}

bool map_files_end(struct map_files *files)
{
	if (files->pattern)
		close_file(files, ATOMIC_FILE_PLACE);
	return !files->output.error;
}

bool map_files_close(struct map_files *files, bool complete)
{
	close_file(files, complete ? ATOMIC_FILE_PLACE_DURABLY : ATOMIC_FILE_DISCARD);
	return !files->output.error;
}
