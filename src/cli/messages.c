/* SPDX-License-Identifier: MIT */
#include "cli/messages.h"

#include "cli/utf8.h"
#include "output/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Replaces each unprintable character, and each byte that is not UTF-8, with a question mark. */
static void make_printable(char *text)
{
	char *end = text;
	while (*text) {
		uint32_t character;
		size_t size = utf8_read(text, &character);
		if (size > 0 && utf8_class(character) < UTF8_UNKNOWN) {
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
	system_tell(line, length);
}

struct excerpt excerpt(const char *text)
{
	return excerpt_of(text, EXCERPT_VALUE);
}

struct excerpt excerpt_of(const char *text, size_t most)
{
	struct excerpt result;
	size_t length = 0;
	while (text[length]) {
		uint32_t character;
		size_t size = utf8_read(text + length, &character);
		/* A byte that is not UTF-8 counts as a character. */
		size += size == 0;
		if (length + size > most)
			break;
		length += size;
	}
	memcpy(result.text, text, length);
	strcpy(result.text + length, text[length] ? "..." : "");
	return result;
}

struct excerpt excerpt_name(const char *element)
{
	struct excerpt name = excerpt(*element ? element : "''");
	name.text[strcspn(name.text, "=")] = '\0';
	return name;
}

struct phrase *phrase_add(struct phrase *phrase, const char *format, ...)
{
	size_t length = strlen(phrase->text);
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(phrase->text + length, sizeof phrase->text - length, format, arguments);
	va_end(arguments);
	return phrase;
}

struct phrase phrase_shell_word(const char *text)
{
	const struct system_shell *shell = &system_shell;
	struct phrase word = {""};
	bool quoted = text[strspn(text, shell->plain)] != '\0';
	phrase_add(&word, "%s", quoted ? shell->quote : "");
	for (; *text; text++)
		if (*text == *shell->quote)
			phrase_add(&word, "%s", shell->quoted_quote);
		else
			phrase_add(&word, "%c", *text);
	phrase_add(&word, "%s", quoted ? shell->quote : "");
	return strlen(word.text) + 1 < sizeof word.text ? word : (struct phrase){"..."};
}

void names_add(struct names *names, const char *name)
{
	if (names->count < sizeof names->name / sizeof *names->name)
		names->name[names->count++] = name;
}

struct phrase names_join(struct names names, const char *before)
{
	struct phrase phrase = {""};
	for (size_t i = 0; i < names.count; i++) {
		const char *joint = i == 0 ? "" : i + 1 < names.count ? ", " : " or ";
		phrase_add(&phrase, "%s%s%s", joint, before, names.name[i]);
	}
	return phrase;
}
