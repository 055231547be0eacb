/* SPDX-License-Identifier: MIT */
#include "cli/messages_json.h"

#include "cli/utf8.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	DIGITS_SIZE = 21, /* digits of the largest number, and a NUL character */

	/* Size of the longest string in an object: each byte of a message can need a backslash. */
	STRING_SIZE_MAX = 2 * MESSAGE_SIZE_MAX,
	STRINGS_MAX = 5, /* value, file, problem, fix, and text, which can all be that long */
	OTHER_SIZE_MAX = SUGGESTIONS_MAX * (2 * SUGGESTED_VALUE_SIZE + 64) + 1024,
	OBJECT_SIZE_MAX = STRINGS_MAX * STRING_SIZE_MAX + OTHER_SIZE_MAX,
};

/* An object under construction. Its bytes always fit; see OBJECT_SIZE_MAX. */
struct object {
	size_t length;
	char bytes[OBJECT_SIZE_MAX];
};

static void add_character(struct object *object, char character)
{
	object->bytes[object->length++] = character;
}

/* Adds characters that need no backslashes. */
static void add_characters(struct object *object, const char *text)
{
	while (*text)
		add_character(object, *text++);
}

/* Adds a string. Cuts it after MESSAGE_SIZE_MAX - 1 bytes, and makes it printable. */
static void add_string(struct object *object, const char *text)
{
	char printable[MESSAGE_SIZE_MAX];
	(void)snprintf(printable, sizeof printable, "%s", text);
	utf8_make_printable(printable);
	add_character(object, '"');
	for (const char *next = printable; *next; next++) {
		if (*next == '"' || *next == '\\')
			add_character(object, '\\');
		add_character(object, *next);
	}
	add_character(object, '"');
}

static void add_key(struct object *object, const char *key)
{
	if (object->bytes[object->length - 1] != '{')
		add_character(object, ',');
	add_string(object, key);
	add_character(object, ':');
}

/* Adds a key with a string, unless the string is NULL or empty. */
static void add_string_member(struct object *object, const char *key, const char *text)
{
	if (!text || *text == '\0')
		return;
	add_key(object, key);
	add_string(object, text);
}

static void add_number_member(struct object *object, const char *key, uint64_t number)
{
	char digits[DIGITS_SIZE];
	(void)snprintf(digits, sizeof digits, "%" PRIu64, number);
	add_key(object, key);
	add_characters(object, digits);
}

/* Adds a key with a number, unless the number is 0, which means that it is not known. */
static void add_known_number(struct object *object, const char *key, uint64_t number)
{
	if (number > 0)
		add_number_member(object, key, number);
}

/* Adds where the problem is. */
static void add_place_members(struct object *object, const struct message *message)
{
	const char *value = message->place.value ? message->place.value : message->place.word;
	add_string_member(object, "option", message->place.option);
	if (value) {
		add_key(object, "value");
		add_string(object, value);
	}
	add_string_member(object, "file", message->place.file);
	add_known_number(object, "document", message->place.document);
	add_known_number(object, "line", message->place.line);
	add_known_number(object, "column", message->place.column);
	if (message->place.has_tile) {
		add_number_member(object, "x", message->place.x);
		add_number_member(object, "y", message->place.y);
	}
	if (message->place.has_seed) {
		char digits[DIGITS_SIZE];
		(void)snprintf(digits, sizeof digits, "%" PRIu64, message->place.seed);
		add_string_member(object, "seed", digits);
	}
}

/* Adds the problem, which begins with the element that it is about, if there is one. */
static void add_problem(struct object *object, const struct message *message)
{
	struct text problem = {.length = 0};
	if (message->place.element[0] != '\0')
		text_add(&problem, "%s: ", message->place.element);
	text_add(&problem, "%s", message->problem.bytes);
	add_string_member(object, "problem", problem.bytes);
}

static void add_suggestions(struct object *object, const struct message *message)
{
	if (message->suggestion_count == 0)
		return;
	add_key(object, "try");
	for (unsigned i = 0; i < message->suggestion_count; i++) {
		const struct suggestion *suggestion = &message->suggestions[i];
		add_characters(object, i == 0 ? "[{" : ",{");
		add_key(object, "option");
		add_string(object, suggestion->option);
		add_key(object, "value");
		add_string(object, suggestion->value);
		add_character(object, '}');
	}
	add_character(object, ']');
}

void message_print_json(const struct message *message, const char *line)
{
	static const char *const levels[] = {
		[LEVEL_ERROR] = "error",
		[LEVEL_WARNING] = "warning",
		[LEVEL_NOTE] = "note",
	};
	static struct object object;
	object.length = 0;
	add_character(&object, '{');
	add_string_member(&object, "level", levels[message->level]);
	add_known_number(&object, "status", (uint64_t)message->status);
	add_place_members(&object, message);
	add_problem(&object, message);
	add_string_member(&object, "fix", message->fix.bytes);
	add_suggestions(&object, message);
	add_string_member(&object, "text", line);
	add_characters(&object, "}\n");
	system_tell(object.bytes, object.length);
}
