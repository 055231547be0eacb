/* SPDX-License-Identifier: MIT */
#include "cli/messages.h"

#include "cli/utf8.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	PHRASE_MOST = FILE_NAME_SIZE + 1024, /* bytes of a phrase, with the zero at its end */
	TEXTS = 1 << 16,                     /* bytes of those that are kept */
	PROGRESS_LINE_MOST = 256,
};

/* Moves to the first column and clears the line. */
#define ERASE_LINE "\r\033[K"

/* Whether the progress line is the last line that was written to standard error. */
static bool progress_line_is_visible;

void show_progress_line(const char *text)
{
	char line[PROGRESS_LINE_MOST];
	(void)snprintf(line, sizeof line, ERASE_LINE "dungen: %s", text);
	progress_line_is_visible = true;
	system_tell_at_signal(ERASE_LINE);
	system_tell(line, strlen(line));
}

void erase_progress_line(void)
{
	if (progress_line_is_visible && system_owns_terminal())
		system_tell(ERASE_LINE, strlen(ERASE_LINE));
	progress_line_is_visible = false;
	system_tell_at_signal(NULL);
}

/* Replaces each control character, and each byte that is not UTF-8, with a question mark. */
static void make_printable(char *text)
{
	char *end = text;
	while (*text) {
		uint32_t character;
		size_t size = utf8_read(text, SIZE_MAX, &character);
		if (size > 0 && !utf8_is_control(character)) {
			memmove(end, text, size);
			end += size;
		} else {
			*end++ = '?';
		}
		text += size + (size == 0);
	}
	*end = '\0';
}

void message(const char *format, ...)
{
	char line[MESSAGE_MOST + 1] = "dungen: ";
	size_t start = strlen(line);
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(line + start, sizeof line - start, format, arguments);
	va_end(arguments);
	make_printable(line);
	size_t length = strlen(line);
	line[length++] = '\n';
	erase_progress_line();
	system_tell(line, length);
}

/* Adds a part of a place. Each part ends with a colon and a space. */
__attribute__((format(printf, 2, 3))) static void add_place(struct text *place, const char *format,
							    ...)
{
	va_list arguments;
	struct text part;
	va_start(arguments, format);
	text_set_list(&part, format, arguments);
	va_end(arguments);
	text_add(place, "%s: ", part.bytes);
}

/* Adds the line of a file, and the column or byte in it, if these are known. */
static void add_line(struct text *place, const struct error *error)
{
	if (error->line == 0)
		return;
	if (error->column > 0)
		add_place(place, "line %" PRIu64 ", column %" PRIu64, error->line, error->column);
	else if (error->byte > 0)
		add_place(place, "line %" PRIu64 ", byte %" PRIu64, error->line, error->byte);
	else
		add_place(place, "line %" PRIu64, error->line);
}

/* Adds where an error is. */
static void add_places(struct text *place, const struct error *error)
{
	if (error->option && error->value)
		add_place(place, "--%s %s", error->option, excerpt(error->value));
	else if (error->option)
		add_place(place, "--%s", error->option);
	if (error->word)
		add_place(place, "%s", excerpt(error->word));
	if (error->file.length > 0)
		add_place(place, "%s", excerpt_of(error->file.bytes, FILE_NAME_SIZE));
	/* The first document of a file is usually the only one. */
	if (error->document > 1)
		add_place(place, "document %" PRIu64, error->document);
	if (error->has_seed)
		add_place(place, "seed %" PRIu64, error->seed);
	add_line(place, error);
	if (*error->element)
		add_place(place, "%s", error->element);
}

void error_print(const struct error *error)
{
	struct text place = {.length = 0};
	const char *semicolon = error->fix.length > 0 ? "; " : "";
	add_places(&place, error);
	message("%s%s%s%s", place.bytes, error->problem.bytes, semicolon, error->fix.bytes);
}

const char *phrase(const char *format, ...)
{
	static char texts[TEXTS];
	static size_t used;
	if (sizeof texts - used < PHRASE_MOST)
		used = 0;
	char *text = texts + used;
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, PHRASE_MOST, format, arguments);
	va_end(arguments);
	used += strlen(text) + 1;
	return text;
}

const char *excerpt_of(const char *text, size_t most)
{
	size_t length = utf8_cut(text, most);
	return *text ? phrase("%.*s%s", (int)length, text, text[length] ? "..." : "") : "''";
}

const char *excerpt(const char *text)
{
	return excerpt_of(text, EXCERPT_VALUE);
}

const char *count_text(uint64_t count, const char *one, const char *several)
{
	return phrase("%" PRIu64 " %s", count, count == 1 ? one : several);
}

const char *size_text(uint32_t width, uint32_t height)
{
	return phrase("%" PRIu32 "x%" PRIu32, width, height);
}

void names_add(struct names *names, const char *name)
{
	if (names->count < sizeof names->name / sizeof *names->name)
		names->name[names->count++] = name;
}

const char *names_join(struct names names, const char *before)
{
	const char *text = "";
	for (size_t i = 0; i < names.count; i++) {
		const char *joint = i == 0 ? "" : i + 1 < names.count ? ", " : " or ";
		text = phrase("%s%s%s%s", text, joint, before, names.name[i]);
	}
	return text;
}
