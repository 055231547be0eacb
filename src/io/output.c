/* SPDX-License-Identifier: MIT */
#include "io/output.h"

#include "io/pattern.h"
#include "system/system.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PRINT_SIZE = 1024 + 1 }; /* size of the text of output_print in bytes, with the NUL */

void output_fail(struct output *output, int error)
{
	if (!output->error)
		output->error = error;
}

void output_start(struct output *output, int descriptor, const char *name)
{
	output->name = name;
	output->error = 0;
	output->file = (struct atomic_file){.descriptor = descriptor, .in_place = true};
	output->used = 0;
}

/* Writes up to OUTPUT_BUFFER bytes and returns their number. Records errors, and then returns 0. */
static size_t write_piece(struct output *output, const char *bytes, size_t length)
{
	const size_t size = length < OUTPUT_BUFFER ? length : OUTPUT_BUFFER;
	const size_t written = system_write(output->file.descriptor, bytes, size);
	if (written == 0) {
		output_fail(output, errno);
		return 0;
	}
	output->written += written;
	if (output->watch)
		output->watch(output->watcher, output->written);
	return written;
}

/* Writes bytes directly. The buffer must be empty, unless these bytes are the buffer. */
static void write_through(struct output *output, const char *bytes, size_t length)
{
	/*
	 * Widen a pipe before the first large piece, and not again. A short output is complete
	 * before a wider pipe could help.
	 */
	if (length > OUTPUT_BUFFER / 2 && output->written < OUTPUT_BUFFER)
		system_widen_pipe(output->file.descriptor);
	while (length > 0 && !output->error) {
		const size_t written = write_piece(output, bytes, length);
		bytes += written;
		length -= written;
	}
}

static void flush_buffer(struct output *output)
{
	write_through(output, output->buffer, output->used);
	output->used = 0;
}

void output_write(struct output *output, const void *bytes, size_t length)
{
	if (output->error)
		return;
	if (length > OUTPUT_BUFFER - output->used)
		flush_buffer(output);
	if (length > OUTPUT_BUFFER) {
		write_through(output, bytes, length);
		return;
	}
	memcpy(output->buffer + output->used, bytes, length);
	output->used += length;
}

void output_text(struct output *output, const char *text)
{
	output_write(output, text, strlen(text));
}

void output_print(struct output *output, const char *format, ...)
{
	char text[PRINT_SIZE] = "";
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	output_text(output, text);
}

void output_drop(struct output *output)
{
	output->used = 0;
}

bool output_flush(struct output *output)
{
	if (!output->error)
		flush_buffer(output);
	return !output->error;
}

/* Opens the file of a map, or the only file, whose name does not depend on seed and number. */
static void open_file(struct output *output, uint64_t seed, uint64_t number)
{
	if (!pattern_fill(output->file_name, output->path, seed, number)) {
		output_start(output, -1, output->path);
		output_fail(output, errno);
		return;
	}
	output_start(output, -1, output->file_name);
	if (!atomic_file_open(&output->file, output->file_name))
		output_fail(output, errno);
}

/* Writes the buffer and closes the file. Discards the file on errors. */
static void close_file(struct output *output, enum atomic_file_end end)
{
	if (end == ATOMIC_FILE_DISCARD && !output->file.in_place)
		output_drop(output);
	if (!output_flush(output))
		end = ATOMIC_FILE_DISCARD;
	if (output->file.descriptor >= 0 && !atomic_file_close(&output->file, end))
		output_fail(output, errno);
	output->file.descriptor = -1;
}

void output_open(struct output *output, const char *path)
{
	output->path = path;
	output->is_pattern = pattern_has(path, "di");
	output->written = 0;
	output->watch = NULL;
	if (!path) {
		output_start(output, SYSTEM_STANDARD_OUTPUT, "standard output");
		return;
	}
	output_start(output, -1, path);
	if (!output->is_pattern)
		open_file(output, 0, 0);
}

bool output_begin(struct output *output, uint64_t seed, uint64_t number)
{
	if (output->is_pattern && !output->error)
		open_file(output, seed, number);
	return !output->error;
}

bool output_end(struct output *output)
{
	if (output->is_pattern)
		close_file(output, ATOMIC_FILE_RENAME);
	return !output->error;
}

bool output_close(struct output *output, bool complete)
{
	close_file(output, complete ? ATOMIC_FILE_SYNC_AND_RENAME : ATOMIC_FILE_DISCARD);
	return !output->error;
}

bool output_keeps_maps(const struct output *output)
{
	return output->is_pattern || output->file.in_place;
}

bool output_identify(const struct output *output, struct file_identity *identity)
{
	const struct atomic_file *file = &output->file;
	if (file->in_place)
		return system_identify(file->descriptor, identity);
	return file->target_exists && system_identify_path(file->target, identity);
}
