/* SPDX-License-Identifier: MIT */
#include "io/input.h"

#include "io/progress.h"
#include "system/system.h"

#include <errno.h>
#include <string.h>

enum { READ_SIZE = 1 << 17 }; /* bytes requested at once */

static const char byte_order_mark[] = "\357\273\277"; /* in UTF-8 */

enum { BYTE_ORDER_MARK_SIZE = sizeof byte_order_mark - 1 };

/* Returns the number of bytes in the buffer that have not been used. */
static size_t unused_size(const struct input *input)
{
	return input->end - input->start;
}

/* Moves unused bytes to the start of the buffer if that is cheap: if they do not overlap. */
static void move_to_front(struct input *input)
{
	const size_t size = unused_size(input);
	if (input->start == 0 || size > input->start)
		return;
	memcpy(input->bytes, input->bytes + input->start, size);
	input->start = 0;
	input->end = size;
}

/* Reads once. Returns the number of bytes, which is 0 at the end of the file and on errors. */
static size_t read_once(struct input *input)
{
	if (!array_reserve(input, bytes, (uint64_t)input->end + READ_SIZE)) {
		input->error = ENOMEM;
		return 0;
	}
	const size_t size = system_read(input->descriptor, input->bytes + input->end, READ_SIZE);
	input->error = size > 0 ? 0 : errno;
	return size;
}

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
	move_to_front(input);
	const size_t size = read_once(input);
	input->end += size;
	input->total += size;
	progress.bytes_read = input->total;
	progress_show();
	input->has_ended = size == 0;
	if (input->has_ended)
		close_file(input);
	/* An error also drops the unused bytes, so that the file looks as if it had ended. */
	if (input->error)
		input->end = input->start;
	return size > 0;
}

/*
 * Stores a line feed after the last byte of the file. It does not belong to the bytes of the file,
 * so `end` stays where it is. The call of input_more that found the end has reserved space for it.
 */
static void end_last_line(struct input *input)
{
	input->bytes[input->end] = '\n';
}

size_t input_peek_line(struct input *input)
{
	size_t length = 0;
	do {
		const size_t size = unused_size(input) - length;
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
	if (input->error)
		return 0;
	end_last_line(input);
	return length;
}

bool input_read_all(struct input *input)
{
	while (input_more(input))
		;
	if (input->error)
		return false;
	end_last_line(input);
	return true;
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

/* Skips the byte order mark if the file starts with one. */
static void skip_byte_order_mark(struct input *input)
{
	while (input->end < BYTE_ORDER_MARK_SIZE && input_more(input))
		;
	if (input->end < BYTE_ORDER_MARK_SIZE)
		return;
	if (memcmp(input->bytes, byte_order_mark, BYTE_ORDER_MARK_SIZE) == 0)
		input->start = BYTE_ORDER_MARK_SIZE;
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
	skip_byte_order_mark(input);
}

static bool is_white_space(char character)
{
	return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

bool input_has_text(struct input *input)
{
	while (input->start < input->end || input_more(input)) {
		if (!is_white_space(input->bytes[input->start]))
			return true;
		input->start++;
	}
	return false;
}

void input_close(struct input *input)
{
	close_file(input);
	array_free(input, bytes);
	*input = (struct input){.descriptor = -1};
}
