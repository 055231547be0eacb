/* SPDX-License-Identifier: MIT */
#include "formats/json_reader.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

void json_start(struct reader *reader)
{
	cJSON_Delete(reader->tree);
	reader->tree = NULL;
	reader->document_number = reader->map_number;
}

/* Documents. */

/* Moves past the next `length` bytes, and counts their lines. */
static void consume(struct reader *reader, size_t length)
{
	struct input *input = reader->input;
	const char *next = input->bytes + input->start;
	const char *end = next + length;
	const char *line_feed;
	while ((line_feed = memchr(next, '\n', (size_t)(end - next)))) {
		input->lines++;
		reader->byte = 1;
		next = line_feed + 1;
	}
	reader->byte += (uint64_t)(end - next);
	input->start += length;
}

/* Refuses the text after the next `offset` bytes. Always returns false. */
static bool refuse_text(struct reader *reader, size_t offset, const char *problem)
{
	struct message *message = build_refusal(reader, NULL);
	consume(reader, offset);
	message->place.document_number = 0;
	message->place.line = reader->input->lines + 1;
	message->place.byte = reader->byte;
	return fail(message, STATUS_NO_MAP, "%s", problem);
}

static bool is_space(char character)
{
	return character != '\0' && strchr(" \t\r\n", character);
}

/* Whether malloc failed. cJSON reports that as a syntax error, and this tells them apart. */
static bool is_memory_exhausted;

static void *allocate(size_t size)
{
	void *memory = malloc(size);
	if (!memory)
		is_memory_exhausted = true;
	return memory;
}

/*
 * Parses the document at the start of the next `length` bytes, which are followed by white space or
 * a NUL. Sets reader->tree, and returns the offset of the first byte after it that is not white
 * space. If there is no document, returns the offset of the syntax error, which is `length` if the
 * text ends too early.
 */
static size_t parse(struct reader *reader, size_t length)
{
	const struct input *input = reader->input;
	const char *text = input->bytes + input->start;
	const char *end = text;
	cJSON_Delete(reader->tree);
	is_memory_exhausted = false;
	cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
	/* With one more byte, cJSON tells the end of the text from an error in its last byte. */
	reader->tree = cJSON_ParseWithLengthOpts(text, length + 1, &end, false);
	cJSON_InitHooks(NULL);
	if (!reader->tree && is_memory_exhausted)
		reader->result = READ_NO_MEMORY;
	if (reader->tree) {
		while (end < text + length && is_space(*end))
			end++;
	}
	return (size_t)(end - text);
}

/* Reads the object that begins here. */
static bool read_object(struct reader *reader)
{
	struct input *input = reader->input;
	const bool is_first = reader->map_number == 1;
	size_t length = input_peek_line(input);
	size_t end = parse(reader, length);
	if (is_first && (!reader->tree || end < length) && reader->result == READ_MAP) {
		if (!input_read_all(input))
			return false;
		length = input->end - input->start;
		end = parse(reader, length);
	}
	if (reader->result != READ_MAP)
		return false;
	if (reader->tree && end == length) {
		consume(reader, length);
		return true;
	}
	if (reader->tree)
		refuse_text(reader, end, "unexpected text after a document");
	else if (end < length)
		return refuse_text(reader, end, "invalid JSON");
	else
		refuse_text(reader, 0, "the document that starts here is incomplete");
	if (reader->tree || !is_first)
		advise(&reader->message, "write each document on a line of its own, as jq -c does");
	return false;
}

/*
 * Returns the command that writes an array of arrays as csv. `row` is its first row. In a
 * comparison, the first number is a wall. A phrase.
 */
static const char *csv_command(const struct reader *reader, const char *row)
{
	row += strspn(row, " \t\r\n");
	const int length = (int)strspn(row, "0123456789");
	/* In csv, 0 is wall. */
	if (!reader->keeps_misfits || length == 0 || length > 9 || *row == '0')
		return "jq -r '.[] | @csv' FILE | dungen -";
	return phrase("jq -r '.[] | @csv' FILE | dungen --walls %.*s -", length, row);
}

bool json_next(struct reader *reader)
{
	struct input *input = reader->input;
	json_start(reader);
	if (reader->map_number == 1)
		reader->byte = 1;
	while (input->start < input->end || input_more(input)) {
		const char character = input->bytes[input->start];
		if (character == '{')
			return read_object(reader);
		if (character == '[') {
			if (!input_read_all(input))
				return false;
			/* The first element decides what the array is. */
			const char *element = input->bytes + input->start + 1;
			element += strspn(element, " \t\r\n");
			const char *command = "jq -c '.[]' FILE | dungen -";
			if (*element == '[')
				command = csv_command(reader, element + 1);
			else if (*element == '"')
				command = "jq -r '.[]' FILE | dungen -";
			refuse_text(reader, 0, "expected an object, found an array");
			return advise(&reader->message, "write its elements on lines, as with %s",
				      command);
		}
		if (!is_space(character))
			return refuse_text(reader, 0, "expected a JSON object");
		consume(reader, 1);
	}
	reader->result = READ_END;
	return false;
}

/* Values. */

const cJSON *json_member(struct reader *reader, const cJSON *object, const char *name)
{
	const cJSON *found = NULL;
	if (!cJSON_IsObject(object)) {
		build_refuse(reader, NULL, "must be an object");
		return NULL;
	}
	for (const cJSON *member = object->child; member; member = member->next) {
		/* Comparing one character first is faster: most names differ in it. */
		if (*name != *member->string || strcmp(name, member->string) != 0)
			continue;
		if (found)
			build_refuse(reader, NULL, "duplicate key %s", name);
		found = member;
	}
	return found;
}

uint64_t json_number(const cJSON *item)
{
	/* Smaller numbers are exact in a double, and cJSON prints them without an exponent. */
	static const double number_end = 1e15;
	if (!item)
		return BUILD_MISSING;
	const double value = item->valuedouble;
	const bool is_in_range = cJSON_IsNumber(item) && value >= 0 && value < number_end;
	if (!is_in_range || (double)(uint64_t)value != value)
		return BUILD_NO_NUMBER;
	return (uint64_t)value;
}

uint64_t json_member_number(struct reader *reader, const cJSON *object, const char *name)
{
	return json_number(json_member(reader, object, name));
}

const char *json_string(const cJSON *item)
{
	if (!cJSON_IsString(item))
		return "";
	return item->valuestring;
}

void json_find_unknown(const cJSON *object, const char *known_keys, struct unknown_keys *unknown)
{
	enum { SHOWN_MAX = 3 };
	const cJSON *item = cJSON_IsObject(object) ? object->child : NULL;
	for (; item; item = item->next) {
		if (words_contain(known_keys, item->string))
			continue;
		if (strstr(unknown->names.bytes, phrase(" %.60s ", item->string)))
			continue;
		if (unknown->count < SHOWN_MAX)
			text_add(&unknown->names, "%s %.60s ", unknown->count > 0 ? "and" : "",
				 item->string);
		else if (unknown->count == SHOWN_MAX)
			text_add(&unknown->names, "and others");
		unknown->count++;
	}
}

struct parameter json_parameter(const char *key, const cJSON *item)
{
	struct parameter parameter = {.key = key};
	if (cJSON_IsNumber(item)) {
		parameter.kind = PARAMETER_NUMBER;
		parameter.number = json_number(item);
	} else if (cJSON_IsTrue(item)) {
		parameter.kind = PARAMETER_FLAG;
		parameter.number = 1;
	} else {
		parameter.kind = PARAMETER_NAME;
		parameter.name = json_string(item);
	}
	return parameter;
}

const cJSON *json_first(struct reader *reader, const char *name, const cJSON *array)
{
	reader->list = NULL;
	reader->index = 0;
	if (array && !cJSON_IsArray(array)) {
		build_refuse(reader, name, "must be an array");
		return NULL;
	}
	if (!array || !array->child)
		return NULL;
	reader->list = name;
	return array->child;
}

const cJSON *json_after(struct reader *reader, const cJSON *item)
{
	reader->index++;
	if (!item->next)
		reader->list = NULL;
	return item->next;
}
