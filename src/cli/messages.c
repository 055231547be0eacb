/* SPDX-License-Identifier: MIT */
#include "cli/messages.h"

#include "cli/messages_json.h"
#include "cli/utf8.h"
#include "io/progress.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sizes in bytes, including the NUL character at the end. */
enum {
	PHRASE_SIZE_MAX = FILE_NAME_SIZE + 1024,
	PHRASES_SIZE = 1 << 16, /* size of the memory for all phrases */
};

/* Set by --messages json. */
static bool prints_json;

/* Adds a part of a place, formatted like printf, and a colon. */
__attribute__((format(printf, 2, 3))) static void add_place(struct text *place, const char *format,
							    ...)
{
	struct text part = {.length = 0};
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&part, format, arguments);
	va_end(arguments);
	text_add(place, "%s: ", part.bytes);
}

/* Adds the option with its value, or a word that is not an option, if these are known. */
static void add_option_place(struct text *place, const struct message *message)
{
	if (message->place.option && message->place.value)
		add_place(place, "--%s %s", message->place.option, excerpt(message->place.value));
	else if (message->place.option)
		add_place(place, "--%s", message->place.option);
	if (message->place.word)
		add_place(place, "%s", excerpt(message->place.word));
}

/* Adds the line of a file, and the column or byte in it, if these are known. */
static void add_line_place(struct text *place, const struct message *message)
{
	if (message->place.line == 0)
		return;
	if (message->place.column > 0)
		add_place(place, "line %" PRIu64 ", column %" PRIu64, message->place.line,
			  message->place.column);
	else if (message->place.byte > 0)
		add_place(place, "line %" PRIu64 ", byte %" PRIu64, message->place.line,
			  message->place.byte);
	else
		add_place(place, "line %" PRIu64, message->place.line);
}

/* Adds each known part of the place. */
static void add_places(struct text *place, const struct message *message)
{
	add_option_place(place, message);
	if (message->place.file)
		add_place(place, "%s", excerpt_of(message->place.file, FILE_NAME_SIZE));
	/* The first document of a file is usually the only one. */
	if (message->place.document > 1)
		add_place(place, "document %" PRIu64, message->place.document);
	if (message->place.has_seed)
		add_place(place, "seed %" PRIu64, message->place.seed);
	add_line_place(place, message);
	if (message->place.element[0] != '\0')
		add_place(place, "%s", message->place.element);
}

/* Composes the line of a message, without "dungen: " and the line feed. */
static void compose_line(char line[MESSAGE_SIZE_MAX], const struct message *message)
{
	struct text place = {.length = 0};
	add_places(&place, message);
	/* Without a problem, the line ends before the last colon: "seed 42". */
	if (message->problem.length == 0)
		place.bytes[place.length - strlen(": ")] = '\0';
	const char *semicolon = message->fix.length > 0 ? "; " : "";
	(void)snprintf(line, MESSAGE_SIZE_MAX, "%s%s%s%s", place.bytes, message->problem.bytes,
		       semicolon, message->fix.bytes);
	utf8_make_printable(line);
}

/* Chooses the format if the value is the name of a format. */
static void choose_format_by_name(const char *name)
{
	if (strcmp(name, "json") == 0)
		prints_json = true;
	if (strcmp(name, "text") == 0)
		prints_json = false;
}

void messages_choose_format(int argc, char **argv)
{
	static const char option[] = "--messages";
	static const char option_with_value[] = "--messages=";
	const size_t value_start = strlen(option_with_value);
	prints_json = false;
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *word = argv[i];
		if (strncmp(word, option_with_value, value_start) == 0)
			choose_format_by_name(word + value_start);
		else if (strcmp(word, option) == 0 && i + 1 < argc)
			choose_format_by_name(argv[i + 1]);
	}
}

void message_print(const struct message *message)
{
	static const char prefix[] = "dungen: ";
	char line[MESSAGE_SIZE_MAX];
	compose_line(line, message);
	progress_erase();
	if (prints_json) {
		message_print_json(message, line);
		return;
	}
	char text[sizeof prefix + sizeof line];
	const int length = snprintf(text, sizeof text, "%s%s\n", prefix, line);
	system_tell(text, (size_t)length);
}

const char *phrase(const char *format, ...)
{
	static char phrases[PHRASES_SIZE];
	static size_t used_size;
	if (sizeof phrases - used_size < PHRASE_SIZE_MAX)
		used_size = 0;
	char *text = phrases + used_size;
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, PHRASE_SIZE_MAX, format, arguments);
	va_end(arguments);
	used_size += strlen(text) + 1;
	return text;
}

const char *excerpt_of(const char *text, size_t length_max)
{
	const size_t length = utf8_cut(text, length_max);
	if (text[0] == '\0')
		return "''";
	if (text[length] == '\0')
		return phrase("%s", text);
	return phrase("%.*s...", (int)length, text);
}

const char *excerpt(const char *text)
{
	return excerpt_of(text, EXCERPT_LENGTH_MAX);
}

const char *count_text(uint64_t count, const char *singular, const char *plural)
{
	return phrase("%" PRIu64 " %s", count, count == 1 ? singular : plural);
}

const char *size_text(uint32_t width, uint32_t height)
{
	return phrase("%" PRIu32 "x%" PRIu32, width, height);
}

void names_add(struct names *names, const char *name)
{
	if (names->count < NAMES_MAX)
		names->items[names->count++] = name;
}

void names_join(struct text *text, const struct names *names, const char *prefix)
{
	for (size_t i = 0; i < names->count; i++) {
		const bool is_last = i + 1 == names->count;
		if (i > 0)
			text_add(text, is_last ? " or " : ", ");
		text_add(text, "%s%s", prefix, names->items[i]);
	}
}
