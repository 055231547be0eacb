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

void error_set_list(struct error *error, const char *where, const char *format, va_list arguments)
{
	text_clear(&error->where);
	text_add(&error->where, "%s", where);
	text_set_list(&error->problem, format, arguments);
	text_clear(&error->fix);
}

void error_set(struct error *error, const char *where, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	error_set_list(error, where, format, arguments);
	va_end(arguments);
}

void error_set_fix(struct error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&error->fix, format, arguments);
	va_end(arguments);
}

bool error_is_empty(const struct error *error)
{
	return error->problem.length == 0;
}

void error_print(const struct error *error)
{
	const char *colon = error->where.length > 0 ? ": " : "";
	const char *semicolon = error->fix.length > 0 ? "; " : "";
	message("%s%s%s%s%s", error->where.bytes, colon, error->problem.bytes, semicolon,
		error->fix.bytes);
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
