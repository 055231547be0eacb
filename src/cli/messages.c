/* SPDX-License-Identifier: MIT */
#include "cli/messages.h"

#include "base/utf8.h"
#include "io/progress.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sizes in bytes, including the NUL character at the end. */
enum {
	EXCERPT_LENGTH_MAX = 60, /* how much of an option's value a message shows */

	/* A place, a problem, and a fix. */
	MESSAGE_SIZE_MAX = 3 * TEXT_MAX,
	/* An object has several strings of this size, with a backslash before each byte. */
	LINE_SIZE_MAX = 16 * MESSAGE_SIZE_MAX,
};

/* Set by --messages json. */
static bool prints_json;

/* A line under construction: a message, or an object in JSON. */
struct line {
	size_t length;
	char bytes[LINE_SIZE_MAX];
};

/* Adds a part to a line, formatted like printf. Cuts what does not fit. */
__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
	const size_t free_size = sizeof line->bytes - line->length;
	va_list arguments;
	va_start(arguments, format);
	const size_t length = (size_t)vsnprintf(line->bytes + line->length, free_size, format,
						arguments);
	va_end(arguments);
	line->length += length < free_size ? length : free_size - 1;
}

/*
 * Returns the beginning of a text from the user as a phrase: at most EXCERPT_LENGTH_MAX bytes, and
 * then "..." if the text is longer. Cuts only between characters. Returns '' for an empty text.
 */
static const char *excerpt(const char *text)
{
	const size_t length = utf8_cut(text, EXCERPT_LENGTH_MAX);
	if (text[0] == '\0')
		return "''";
	return phrase("%.*s%s", (int)length, text, text[length] ? "..." : "");
}

/* Adds the line of a message, without "dungen: " and the line feed. */
static void add_message(struct line *line, const struct message *message)
{
	const struct place *place = &message->place;
	if (place->option && place->value)
		add(line, "--%s %s: ", place->option, excerpt(place->value));
	else if (place->option)
		add(line, "--%s: ", place->option);
	if (place->word)
		add(line, "%s: ", excerpt(place->word));
	if (place->file)
		add(line, "%s: ", place->file);
	/* The first document of a file is usually the only one. */
	if (place->document > 1)
		add(line, "document %" PRIu64 ": ", place->document);
	if (place->has_seed)
		add(line, "seed %" PRIu64 ": ", place->seed);
	if (place->column > 0)
		add(line, "line %" PRIu64 ", column %" PRIu64 ": ", place->line, place->column);
	else if (place->byte > 0)
		add(line, "line %" PRIu64 ", byte %" PRIu64 ": ", place->line, place->byte);
	else if (place->line > 0)
		add(line, "line %" PRIu64 ": ", place->line);
	if (place->element[0] != '\0')
		add(line, "%s: ", place->element);
	/* Without a problem, the line ends before the last colon: "seed 42". */
	if (message->problem.length == 0)
		line->length -= strlen(": ");
	add(line, "%s", message->problem.bytes);
	if (message->fix.length > 0)
		add(line, "; %s", message->fix.bytes);
}

/* Replaces control characters and bytes that are not UTF-8 with question marks. */
static void make_printable(char *text)
{
	char *end = text;
	while (*text) {
		uint32_t character;
		const size_t size = utf8_read(text, SIZE_MAX, &character);
		if (size > 0 && !utf8_is_control(character)) {
			memmove(end, text, size);
			end += size;
			text += size;
		} else {
			*end++ = '?';
			text += size > 0 ? size : 1;
		}
	}
	*end = '\0';
}

/* Adds a member with a string to an object in JSON, unless the string is NULL. */
static void add_string(struct line *object, const char *key, const char *value)
{
	if (!value)
		return;
	char printable[MESSAGE_SIZE_MAX];
	(void)snprintf(printable, sizeof printable, "%s", value);
	make_printable(printable);
	const bool is_first = object->bytes[object->length - 1] == '{';
	add(object, "%s\"%s\":\"", is_first ? "" : ",", key);
	for (const char *byte = printable; *byte; byte++)
		add(object, *byte == '"' || *byte == '\\' ? "\\%c" : "%c", *byte);
	add(object, "\"");
}

/* Adds a member with a number, unless the number is 0, which means that it is not known. */
static void add_number(struct line *object, const char *key, uint64_t number)
{
	if (number > 0)
		add(object, ",\"%s\":%" PRIu64, key, number);
}

/* Adds a message as an object in JSON. dungen(5) documents the keys. */
static void add_object(struct line *object, const struct message *message, const char *line)
{
	static const char *const levels[] = {
		[LEVEL_ERROR] = "error",
		[LEVEL_WARNING] = "warning",
		[LEVEL_NOTE] = "note",
	};
	const struct place *place = &message->place;
	add(object, "{\"level\":\"%s\"", levels[message->level]);
	add_number(object, "status", message->level == LEVEL_ERROR ? message->status : 0);
	add_string(object, "option", place->option);
	add_string(object, "value", place->value ? place->value : place->word);
	add_string(object, "file", place->file);
	add_number(object, "document", place->document);
	add_number(object, "line", place->line);
	add_number(object, "column", place->column);
	if (place->has_tile)
		add(object, ",\"x\":%u,\"y\":%u", place->x, place->y);
	if (place->has_seed)
		add(object, ",\"seed\":\"%" PRIu64 "\"", place->seed);
	/* The problem begins with the element that it is about, if there is one. */
	const char *problem = message->problem.bytes;
	if (place->element[0] != '\0')
		problem = phrase("%s: %s", place->element, problem);
	if (*problem != '\0')
		add_string(object, "problem", problem);
	if (message->fix.length > 0)
		add_string(object, "fix", message->fix.bytes);
	for (unsigned i = 0; i < message->suggestion_count; i++) {
		add(object, i == 0 ? ",\"try\":[{" : ",{");
		add_string(object, "option", message->suggestions[i].option);
		add_string(object, "value", message->suggestions[i].value);
		add(object, "}");
	}
	if (message->suggestion_count > 0)
		add(object, "]");
	add_number(object, "tried", message->tried_count);
	for (unsigned i = 0; i < message->miss_count; i++) {
		const struct miss *miss = &message->misses[i];
		add(object, i == 0 ? ",\"missed\":[{" : ",{");
		add_string(object, "measure", miss->measure);
		add_number(object, "min", miss->min);
		if (miss->max != UINT64_MAX)
			add(object, ",\"max\":%" PRIu64, miss->max);
		if (miss->is_known)
			add(object, ",\"nearest\":%" PRIu64, miss->nearest);
		add(object, "}");
	}
	if (message->miss_count > 0)
		add(object, "]");
	add_string(object, "text", line);
	add(object, "}\n");
}

void messages_use_json(bool is_json)
{
	prints_json = is_json;
}

void message_print(const struct message *message)
{
	static const char prefix[] = "dungen: ";
	static struct line line;
	static struct line object;
	line.length = 0;
	add(&line, "%s", prefix);
	add_message(&line, message);
	make_printable(line.bytes);
	line.length = strlen(line.bytes);
	progress_erase();
	if (prints_json) {
		object.length = 0;
		add_object(&object, message, line.bytes + strlen(prefix));
		system_tell(object.bytes, object.length);
	} else {
		add(&line, "\n");
		system_tell(line.bytes, line.length);
	}
}
