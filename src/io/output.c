/* SPDX-License-Identifier: MIT */
#include "io/output.h"

#include "io/pattern.h"
#include "io/progress.h"
#include "system/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

_Static_assert(sizeof PRIu64 == sizeof PRId64, "output_print skips either of them");

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
		/* Show progress after each piece of this size. */
		const size_t size = length < OUTPUT_BUFFER ? length : OUTPUT_BUFFER;
		const size_t written = system_write(output->file.descriptor, bytes, size);
		if (written == 0)
			output_fail(output, errno);
		bytes += written;
		length -= written;
		output->written += written;
		progress.bytes_written += written;
		progress_show();
	}
}

void output_empty(struct output *output)
{
	write_through(output, output->buffer, output->used);
	output->used = 0;
}

void output_write(struct output *output, const void *bytes, size_t length)
{
	if (output->error)
		return;
	if (length > OUTPUT_BUFFER - output->used)
		output_empty(output);
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

char *output_print_digits(char *at, uint64_t number)
{
	/*
	 * Most numbers are coordinates of small maps. Do not branch for the number of their digits,
	 * which the processor could not predict.
	 */
	if (number < 100) {
		*at = (char)('0' + number / 10);
		at += number >= 10;
		*at = (char)('0' + number % 10);
		return at + 1;
	}
	size_t length = 1;
	for (uint64_t bound = 1; number / 10 >= bound; bound *= 10)
		length++;
	for (char *digit = at + length; digit > at; number /= 10)
		*--digit = (char)('0' + number % 10);
	return at + length;
}

/*
 * Writes straight into the buffer, because most of its texts are short and vsnprintf takes twice as
 * long. OUTPUT_PRINT_MAX bytes are free at the beginning, and strings leave as many.
 */
void output_print(struct output *output, const char *format, ...)
{
	const char *limit = output->buffer + OUTPUT_BUFFER - OUTPUT_PRINT_MAX;
	if (OUTPUT_BUFFER - output->used < OUTPUT_PRINT_MAX)
		output_empty(output);
	char *at = output->buffer + output->used;
	va_list arguments;
	va_start(arguments, format);
	for (;;) {
		char character;
		while ((character = *format++) != '%' && character)
			*at++ = character;
		if (!character)
			break;
		character = *format++;
		if (character == 'u') {
			at = output_print_digits(at, va_arg(arguments, unsigned));
		} else if (character == 's') {
			for (const char *text = va_arg(arguments, const char *); *text; text++) {
				if (at >= limit) {
					output->used = (size_t)(at - output->buffer);
					output_empty(output);
					at = output->buffer;
				}
				*at++ = *text;
			}
		} else if (character == 'c') {
			*at++ = (char)va_arg(arguments, int);
		} else if (character == '%') {
			*at++ = '%';
		} else {
			/* PRIu64 or PRId64, of which the first character was read already. */
			uint64_t number = va_arg(arguments, uint64_t);
			format += sizeof PRIu64 - 2;
			if (format[-1] == 'd' && number > INT64_MAX) {
				*at++ = '-';
				number = ~number + 1;
			}
			at = output_print_digits(at, number);
		}
	}
	va_end(arguments);
	output->used = (size_t)(at - output->buffer);
}

bool output_flush(struct output *output)
{
	if (!output->error)
		output_empty(output);
	return !output->error;
}

void output_rewrite_start(struct output *output, const void *bytes, size_t length)
{
	if (output_flush(output) && !system_rewrite_start(output->file.descriptor, bytes, length))
		output_fail(output, errno);
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
		output->used = 0;
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

bool output_identify(const struct output *output, struct file_identity *identity)
{
	const struct atomic_file *file = &output->file;
	if (file->in_place)
		return system_identify(file->descriptor, identity);
	return file->target_exists && system_identify_path(file->target, identity);
}
