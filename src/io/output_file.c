/* SPDX-License-Identifier: MIT */
#include "io/output_file.h"

#include "io/pattern.h"
#include "io/progress.h"
#include "system/system.h"

#include <errno.h>

/* Writes bytes to the descriptor. */
static void drain(struct output *output, const char *bytes, size_t length)
{
	struct output_file *file = (struct output_file *)output;
	/*
	 * Widen a pipe before the first large piece, and not again. A short output is complete
	 * before a wider pipe could help.
	 */
	if (length > OUTPUT_BUFFER / 2 && file->written < OUTPUT_BUFFER)
		system_widen_pipe(file->atomic.descriptor);
	while (length > 0 && !output->error) {
		/* Show progress after each piece of this size. */
		const size_t size = length < OUTPUT_BUFFER ? length : OUTPUT_BUFFER;
		const size_t written = system_write(file->atomic.descriptor, bytes, size);
		if (written == 0)
			output_fail(output, errno);
		bytes += written;
		length -= written;
		file->written += written;
		progress.bytes_written += written;
		progress_show();
	}
}

void output_file_start(struct output_file *file, int descriptor, const char *name)
{
	file->output.drain = drain;
	file->output.error = 0;
	file->output.used = 0;
	file->name = name;
	file->atomic = (struct atomic_file){.descriptor = descriptor, .in_place = true};
}

bool output_file_flush(struct output_file *file)
{
	if (!file->output.error)
		output_empty(&file->output);
	return !file->output.error;
}

void output_file_rewrite_start(struct output *output, const void *bytes, size_t length)
{
	struct output_file *file = (struct output_file *)output;
	if (output_file_flush(file) &&
	    !system_rewrite_start(file->atomic.descriptor, bytes, length))
		output_fail(output, errno);
}

/* Opens the file of a map, or the only file, whose name does not depend on seed and number. */
static void open_file(struct output_file *file, uint64_t seed, uint64_t number)
{
	if (!pattern_fill(file->file_name, file->path, seed, number)) {
		output_file_start(file, -1, file->path);
		output_fail(&file->output, errno);
		return;
	}
	output_file_start(file, -1, file->file_name);
	if (!atomic_file_open(&file->atomic, file->file_name))
		output_fail(&file->output, errno);
}

/* Writes the buffer and closes the file. Discards the file on errors. */
static void close_file(struct output_file *file, enum atomic_file_end end)
{
	if (end == ATOMIC_FILE_DISCARD && !file->atomic.in_place)
		file->output.used = 0;
	if (!output_file_flush(file))
		end = ATOMIC_FILE_DISCARD;
	if (file->atomic.descriptor >= 0 && !atomic_file_close(&file->atomic, end))
		output_fail(&file->output, errno);
	file->atomic.descriptor = -1;
}

void output_file_open(struct output_file *file, const char *path)
{
	file->path = path;
	file->is_pattern = pattern_has(path, "di");
	file->written = 0;
	if (!path) {
		output_file_start(file, SYSTEM_STANDARD_OUTPUT, "standard output");
		return;
	}
	output_file_start(file, -1, path);
	if (!file->is_pattern)
		open_file(file, 0, 0);
}

bool output_file_begin(struct output_file *file, uint64_t seed, uint64_t number)
{
	if (file->is_pattern && !file->output.error)
		open_file(file, seed, number);
	return !file->output.error;
}

bool output_file_end(struct output_file *file)
{
	if (file->is_pattern)
		close_file(file, ATOMIC_FILE_RENAME);
	return !file->output.error;
}

bool output_file_close(struct output_file *file, bool complete)
{
	close_file(file, complete ? ATOMIC_FILE_SYNC_AND_RENAME : ATOMIC_FILE_DISCARD);
	return !file->output.error;
}

bool output_file_identify(const struct output_file *file, struct file_identity *identity)
{
	const struct atomic_file *atomic = &file->atomic;
	if (atomic->in_place)
		return system_identify(atomic->descriptor, identity);
	return atomic->target_exists && system_identify_path(atomic->target, identity);
}

const char *output_file_name(const struct output *output)
{
	const struct output_file *file = (const struct output_file *)output;
	return file->path ? file->file_name : NULL;
}
