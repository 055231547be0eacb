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
	files->replacing = opened && !files->file.in_place;
	output_start(&files->output, opened ? files->file.descriptor : -1, named ? files->name : files->path);
	if (!opened)
		output_fail(&files->output, files->output.name, errno);
}

static void close_file(struct map_files *files, enum atomic_file_end end)
{
	struct output *output = &files->output;
	if (!output_finish(output))
		end = ATOMIC_FILE_DISCARD;
	int descriptor = output->descriptor;
	output->descriptor = -1;
	if (descriptor < 0)
		return;
	if (!(files->path ? atomic_file_close(&files->file, end) : system_close(descriptor)))
		output_fail(output, output->name, errno);
}

void map_files_open(struct map_files *files, const char *path)
{
	files->path = path && strcmp(path, "-") == 0 ? NULL : path;
	files->pattern = files->path && pattern_has(path, "di");
	files->replacing = false;
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

bool map_files_begin(struct map_files *files, uint64_t seed, uint64_t number)
{
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

void map_files_abandon(struct map_files *files)
{
	struct output *output = &files->output;
	if (!files->replacing || output->descriptor < 0)
		return;
	output->descriptor = -1;
	output->used = 0;
	if (!atomic_file_close(&files->file, ATOMIC_FILE_DISCARD))
		output_fail(output, output->name, errno);
}

bool map_files_close(struct map_files *files)
{
	close_file(files, ATOMIC_FILE_PLACE_DURABLY);
	return !files->output.error;
}
