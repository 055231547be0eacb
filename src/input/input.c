/* SPDX-License-Identifier: MIT */
#include "input/input.h"

#include "output/system.h"

#include <errno.h>
#include <string.h>

enum { READ_LEAST = 1 << 17 }; /* bytes asked for at once */

bool input_more(struct input *input)
{
	if (input->ended)
		return false;
	size_t left = input->end - input->start;
	if (input->start > 0 && left <= input->start) {
		memcpy(input->bytes, input->bytes + input->start, left);
		input->start = 0;
		input->end = left;
	}
	size_t size = 0;
	if (!array_reserve(input, bytes, (uint64_t)input->end + READ_LEAST)) {
		input->error = ENOMEM;
	} else {
		size = system_read(input->descriptor, input->bytes + input->end, READ_LEAST);
		input->error = size > 0 ? 0 : errno;
	}
	input->end += size;
	input->total += size;
	input->ended = size == 0;
	if (input->error)
		input->end = input->start;
	else if (input->watch)
		input->watch(input->watcher, input->total);
	return size > 0;
}

bool input_line(struct input *input, const char **line, size_t *length)
{
	size_t searched = 0;
	const char *found = NULL;
	while (!found) {
		size_t left = input->end - input->start - searched;
		const char *next = left > 0 ? input->bytes + input->start + searched : "";
		found = memchr(next, '\n', left);
		searched += left;
		/* No text has a NUL, and a device of nothing else has no line that ends. */
		if (!found && (memchr(next, '\0', left) || !input_more(input)))
			break;
	}
	if (input->start == input->end)
		return false;
	/* The last line may lack its line feed. */
	*line = input->bytes + input->start;
	*length = found ? (size_t)(found - *line) : searched;
	input->start += *length + (found != NULL);
	input->lines++;
	if (*length > 0 && (*line)[*length - 1] == '\r')
		--*length;
	return true;
}

void input_open(struct input *input, const char *path)
{
	static const char mark[] = "\357\273\277"; /* the byte order mark in UTF-8 */
	const size_t length = sizeof mark - 1;
	bool standard = strcmp(path, "-") == 0;
	input->name = standard ? "standard input" : path;
	input->descriptor = system_open_input(standard ? NULL : path);
	input->ended = input->descriptor < 0;
	input->error = input->ended ? errno : 0;
	while (input->end < length && input_more(input))
		;
	if (input->end >= length && memcmp(input->bytes, mark, length) == 0)
		input->start = length;
}

bool input_has_text(struct input *input)
{
	while (input->start < input->end || input_more(input)) {
		if (!input->bytes[input->start] || !strchr(" \t\r\n", input->bytes[input->start]))
			return true;
		input->start++;
	}
	return false;
}

void input_close(struct input *input)
{
	if (input->descriptor > SYSTEM_STANDARD_INPUT)
		system_close_input(input->descriptor);
	array_free(input, bytes);
	*input = (struct input){.descriptor = -1};
}
