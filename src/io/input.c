/* SPDX-License-Identifier: MIT */
#include "io/input.h"

#include "io/progress.h"
#include "system/system.h"

#include <errno.h>
#include <string.h>

enum { READ_SIZE = 1 << 17 }; /* bytes requested at once */

static const char byte_order_mark[] = "\357\273\277"; /* in UTF-8 */

enum { BYTE_ORDER_MARK_SIZE = sizeof byte_order_mark - 1 };

/* Closes the file, which some systems do not replace while it is open. Keeps the buffer. */
static void close_file(struct input *input)
{
	if (input->descriptor > SYSTEM_STANDARD_INPUT)
		system_close_input(input->descriptor);
	input->descriptor = -1;
}

bool input_more(struct input *input)
{
	if (input->has_ended)
		return false;
	/* Move unused bytes to the start of the buffer if that is cheap: if they do not overlap. */
	const size_t unused_size = input->end - input->start;
	if (input->start > 0 && unused_size <= input->start) {
		memcpy(input->bytes, input->bytes + input->start, unused_size);
		input->start = 0;
		input->end = unused_size;
	}
	size_t size = 0;
	input->error = ENOMEM;
	if (array_reserve(input, bytes, (uint64_t)input->end + READ_SIZE)) {
		size = system_read(input->descriptor, input->bytes + input->end, READ_SIZE);
		input->error = size > 0 ? 0 : errno;
	}
	input->end += size;
	input->total += size;
	progress.bytes_read = input->total;
	progress_show();
	if (size > 0)
		return true;
	input->has_ended = true;
	close_file(input);
	/* An error also drops the unused bytes, so that the file looks as if it had ended. */
	if (input->error)
		input->end = input->start;
	/* End the last line. This byte is not a part of the file, so `end` does not change. */
	else
		input->bytes[input->end] = '\n';
	return false;
}

bool input_has(struct input *input, uint64_t length)
{
	while (input->end - input->start < length) {
		if (!input_more(input))
			return false;
	}
	return true;
}

size_t input_peek_line(struct input *input)
{
	size_t length = 0;
	do {
		const size_t size = input->end - input->start - length;
		/* memchr needs a pointer even if the buffer does not exist yet. */
		const char *text = size > 0 ? input->bytes + input->start + length : "";
		const char *line_feed = memchr(text, '\n', size);
		const size_t line_size = line_feed ? (size_t)(line_feed - text) : size;
		/*
		 * A file of text does not contain a NUL character, and the lines of /dev/zero would
		 * never end.
		 */
		const char *nul = memchr(text, '\0', line_size);
		if (nul)
			return length + (size_t)(nul - text);
		length += line_size;
		if (line_feed)
			return length;
	} while (input_more(input));
	return input->error ? 0 : length;
}

bool input_read_all(struct input *input)
{
	while (input_more(input))
		;
	return !input->error;
}

bool input_line(struct input *input, const char **line, size_t *length)
{
	const size_t size = input_peek_line(input);
	if (input->start == input->end)
		return false;
	*line = input->bytes + input->start;
	*length = size;
	input->start += size;
	/* The last line of a file may lack its line feed. */
	if (input->start < input->end) {
		/* The NUL character belongs to the line, so that readers reject it. */
		if (input->bytes[input->start] == '\0')
			++*length;
		input->start++;
	}
	input->lines++;
	if (*length > 0 && (*line)[*length - 1] == '\r')
		--*length;
	return true;
}

void input_open(struct input *input, const char *path)
{
	const bool is_standard = strcmp(path, "-") == 0;
	input->name = is_standard ? "standard input" : path;
	input->descriptor = system_open_input(is_standard ? NULL : path);
	input->has_ended = input->descriptor < 0;
	input->error = input->has_ended ? errno : 0;
	struct file_identity file;
	progress.bytes_to_read = system_identify(input->descriptor, &file) ? file.size : 0;
	while (input->end < BYTE_ORDER_MARK_SIZE && input_more(input))
		;
	if (input->end >= BYTE_ORDER_MARK_SIZE &&
	    memcmp(input->bytes, byte_order_mark, BYTE_ORDER_MARK_SIZE) == 0)
		input->start = BYTE_ORDER_MARK_SIZE;
}

void input_close(struct input *input)
{
	close_file(input);
	array_free(input, bytes);
	*input = (struct input){.descriptor = -1};
}
