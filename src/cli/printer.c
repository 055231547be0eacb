/* SPDX-License-Identifier: MIT */
#include "cli/printer.h"

#include "base/utf8.h"
#include "io/output.h"
#include "io/progress.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Sizes in bytes. */
enum {
	EXCERPT_LENGTH_MAX = 60,         /* how much of an option's value a message shows */
	MESSAGE_SIZE_MAX = 3 * TEXT_MAX, /* a place, a problem, and a fix */
};

/* An object contains several strings, perhaps with a backslash before each byte. */
_Static_assert(OUTPUT_BUFFER > 8 * MESSAGE_SIZE_MAX, "a message fits the buffer of an output");

/* Set by --messages json. */
static bool prints_json;

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
static void add_message(struct output *line, const struct message *message)
{
	const struct place *place = &message->place;
	if (place->option && place->value)
		output_print(line, "--%s %s: ", place->option, excerpt(place->value));
	else if (place->option)
		output_print(line, "--%s: ", place->option);
	if (place->word)
		output_print(line, "%s: ", excerpt(place->word));
	/* A name in argv can be longer than any name of a file. A phrase cuts it. */
	if (place->file)
		output_print(line, "%s: ", phrase("%s", place->file));
	/* The first document of a file is usually the only one. */
	if (place->document_number > 1)
		output_print(line, "document %" PRIu64 ": ", place->document_number);
	if (place->has_seed)
		output_print(line, "seed %" PRIu64 ": ", place->seed);
	if (place->column > 0)
		output_print(line, "line %" PRIu64 ", column %" PRIu64 ": ", place->line,
			     place->column);
	else if (place->byte > 0)
		output_print(line, "line %" PRIu64 ", byte %" PRIu64 ": ", place->line,
			     place->byte);
	else if (place->line > 0)
		output_print(line, "line %" PRIu64 ": ", place->line);
	if (place->element[0] != '\0')
		output_print(line, "%s: ", place->element);
	/* Without a problem, the line ends before the last colon: "seed 42". */
	if (message->problem.length == 0)
		line->used -= strlen(": ");
	output_print(line, "%s", message->problem.bytes);
	if (message->fix.length > 0)
		output_print(line, "; %s", message->fix.bytes);
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
static void add_string(struct output *object, const char *key, const char *value)
{
	if (!value)
		return;
	char printable[MESSAGE_SIZE_MAX];
	(void)snprintf(printable, sizeof printable, "%s", value);
	make_printable(printable);
	const bool is_first = object->buffer[object->used - 1] == '{';
	output_print(object, "%s\"%s\":\"", is_first ? "" : ",", key);
	for (const char *byte = printable; *byte; byte++)
		output_print(object, *byte == '"' || *byte == '\\' ? "\\%c" : "%c", *byte);
	output_print(object, "\"");
}

/* Adds a member with a number, unless the number is 0, which means that it is not known. */
static void add_number(struct output *object, const char *key, uint64_t number)
{
	if (number > 0)
		output_print(object, ",\"%s\":%" PRIu64, key, number);
}

/* Adds a message as an object in JSON. dungen-programs(7) documents the keys. */
static void add_object(struct output *object, const struct message *message, const char *line)
{
	static const char *const levels[] = {
		[LEVEL_ERROR] = "error",
		[LEVEL_WARNING] = "warning",
		[LEVEL_NOTE] = "note",
	};
	const struct place *place = &message->place;
	output_print(object, "{\"level\":\"%s\"", levels[message->level]);
	add_number(object, "status", message->level == LEVEL_ERROR ? message->status : 0);
	add_string(object, "option", place->option);
	add_string(object, "value", place->value ? place->value : place->word);
	add_string(object, "file", place->file);
	add_number(object, "document", place->document_number);
	add_number(object, "line", place->line);
	add_number(object, "column", place->column);
	if (place->has_tile)
		output_print(object, ",\"x\":%u,\"y\":%u", place->x, place->y);
	if (place->has_seed)
		output_print(object, ",\"seed\":\"%" PRIu64 "\"", place->seed);
	/* The problem begins with the element that it is about, if there is one. */
	const char *problem = message->problem.bytes;
	if (place->element[0] != '\0')
		problem = phrase("%s: %s", place->element, problem);
	if (*problem != '\0')
		add_string(object, "problem", problem);
	if (message->fix.length > 0)
		add_string(object, "fix", message->fix.bytes);
	for (unsigned i = 0; i < message->suggestion_count; i++) {
		output_print(object, i == 0 ? ",\"try\":[{" : ",{");
		add_string(object, "option", message->suggestions[i].option);
		add_string(object, "value", message->suggestions[i].value);
		output_print(object, "}");
	}
	if (message->suggestion_count > 0)
		output_print(object, "]");
	add_number(object, "maps", message->map_count);
	add_number(object, "skipped", message->skipped_count);
	if (message->has_last_seed)
		output_print(object, ",\"last_seed\":\"%" PRIu64 "\"", message->last_seed);
	add_number(object, "tried", message->tried_count);
	for (unsigned i = 0; i < message->miss_count; i++) {
		const struct miss *miss = &message->misses[i];
		output_print(object, i == 0 ? ",\"missed\":[{" : ",{");
		add_string(object, "measure", miss->measure);
		add_number(object, "min", miss->min);
		if (miss->max != UINT64_MAX)
			output_print(object, ",\"max\":%" PRIu64, miss->max);
		if (miss->is_known)
			output_print(object, ",\"nearest\":%" PRIu64, miss->nearest);
		output_print(object, "}");
	}
	if (message->miss_count > 0)
		output_print(object, "]");
	add_string(object, "text", line);
	output_print(object, "}\n");
}

void printer_use_json(bool is_json)
{
	prints_json = is_json;
}

void printer_print(const struct message *message)
{
	static const char prefix[] = "dungen: ";
	/* Only the buffers are used, so that a message is told in one piece. */
	static struct output line;
	static struct output object;
	line.used = 0;
	output_text(&line, prefix);
	add_message(&line, message);
	output_print(&line, "%c", '\0');
	make_printable(line.buffer);
	line.used = strlen(line.buffer);
	progress_erase();
	if (prints_json) {
		object.used = 0;
		add_object(&object, message, line.buffer + strlen(prefix));
		system_tell(object.buffer, object.used);
	} else {
		output_text(&line, "\n");
		system_tell(line.buffer, line.used);
	}
}
